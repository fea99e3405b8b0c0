//! A cactus plot: how many levels a solver passes when each gets so much time.

use super::{Anchor, HEIGHT, INK, PALE, Scene, WIDTH, shortened};
use crate::Report;

const LEFT: f64 = 90.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = WIDTH - 40.0;
const BOTTOM: f64 = HEIGHT - 60.0;

/// Draws the times of each solver's passed levels, in ascending order.
pub fn cactus(reports: &[&Report]) -> Scene {
    let curves: Vec<Vec<f64>> = reports.iter().map(|report| times(report)).collect();
    let most = curves.iter().map(Vec::len).max().unwrap_or(0).max(1) as f64;
    let all = || curves.iter().flatten().copied();
    let shortest = all()
        .fold(f64::INFINITY, f64::min)
        .clamp(1e-4, 1.0)
        .log10()
        .floor();
    let longest = all().fold(0.0, f64::max).max(1e-3).log10().ceil();
    let longest = longest.max(shortest + 1.0);
    let place = |count: f64, seconds: f64| {
        let up = (seconds.max(1e-9).log10() - shortest) / (longest - shortest);
        let across = count / most;
        (
            LEFT + across * (RIGHT - LEFT),
            BOTTOM - up.clamp(0.0, 1.0) * (BOTTOM - TOP),
        )
    };
    let mut scene = Scene::default();
    for power in shortest as i32..=longest as i32 {
        let seconds = 10_f64.powi(power);
        let (_, y) = place(0.0, seconds);
        scene.line(vec![(LEFT, y), (RIGHT, y)], PALE, 1.0, false);
        let name = if power < 0 {
            format!("{} ms", seconds * 1000.0)
        } else {
            format!("{seconds} s")
        };
        scene.label((LEFT - 8.0, y + 5.0), Anchor::End, name, INK);
    }
    let step = (most / 8.0).ceil().max(1.0);
    let mut count = 0.0;
    while count <= most {
        let (x, _) = place(count, 1.0);
        scene.line(vec![(x, TOP), (x, BOTTOM)], PALE, 1.0, false);
        scene.label((x, BOTTOM + 20.0), Anchor::Middle, format!("{count}"), INK);
        count += step;
    }
    scene.label((LEFT, TOP - 10.0), Anchor::Start, "wall-clock time", INK);
    let middle = f64::midpoint(LEFT, RIGHT);
    let text = "levels passed, from the fastest on";
    scene.label((middle, BOTTOM + 44.0), Anchor::Middle, text, INK);
    for (index, (report, times)) in reports.iter().zip(&curves).enumerate() {
        let colour = super::colour(index);
        let points = times.iter().enumerate();
        let points: Vec<(f64, f64)> = points
            .map(|(index, &seconds)| place(index as f64 + 1.0, seconds))
            .collect();
        for &point in &points {
            scene.disc(point, 3.0, colour, false);
        }
        scene.line(points, colour, 2.0, false);
        let y = TOP + 24.0 + 20.0 * index as f64;
        scene.disc((LEFT + 20.0, y - 5.0), 5.0, colour, false);
        scene.label(
            (LEFT + 34.0, y),
            Anchor::Start,
            shortened(&report.solver),
            INK,
        );
    }
    scene
}

fn times(report: &Report) -> Vec<f64> {
    let passed = report.entries.iter().filter(|entry| entry.passed());
    let mut times: Vec<f64> = passed.map(|entry| entry.seconds).collect();
    times.sort_by(f64::total_cmp);
    times
}
