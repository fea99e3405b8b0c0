use std::time::Instant;
use unicursal::Control;
use unicursal::coil::solve::*;
use unicursal::coil::*;
use unicursal::puzzle::*;
fn load(p: &str) -> Board {
    if let Some((w, h)) = p.split_once('x') {
        if let (Ok(w), Ok(h)) = (w.parse(), h.parse()) {
            return Board::from_fn(w, h, |_, _| true);
        }
    }
    text::parse_board(&std::fs::read(p).unwrap()).unwrap()
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let v: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (v[11].parse::<f64>().unwrap() + v[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    let th: usize = std::env::var("T").map(|v| v.parse().unwrap()).unwrap_or(1);
    let tl: f64 = std::env::var("TL")
        .map(|v| v.parse().unwrap())
        .unwrap_or(20.0);
    let vb = std::env::var("V").is_ok();
    let mut tot = 0.0;
    let mut n = 0;
    let mut ok = 0;
    let t00 = cpu();
    for p in std::env::args().skip(1) {
        let b = load(&p);
        let t0 = Instant::now();
        let c0 = cpu();
        let control = Control::new()
            .time_limit(std::time::Duration::from_secs_f64(tl))
            .threads(th);
        let r = portfolio::solve(&b, 1, portfolio::Parts::default(), &control);
        let t = t0.elapsed().as_secs_f64();
        n += 1;
        tot += t;
        let o = match &r.outcome {
            Outcome::Solved(s) => {
                let ans = text::print_slides(s);
                let v = Level::check(&b, ans.as_bytes());
                if matches!(v, Ok(Verdict::Valid)) {
                    ok += 1;
                    "SOLVED".into()
                } else {
                    format!("WRONG {:?}", v.map(|_| ()))
                }
            }
            Outcome::Unsolvable { proof } => {
                ok += 1;
                format!("NONE {}", proof)
            }
            Outcome::Unknown { how_far, .. } => format!("UNKNOWN {}", how_far),
        };
        if vb || t > 0.5 || !o.starts_with("SOLVED") {
            println!(
                "{} {:.3}s cpu {:.2} {} {}",
                p,
                t,
                cpu() - c0,
                o,
                serde_json::to_string(&r.stats).unwrap()
            );
        }
    }
    println!(
        "{} of {} decided in {:.2}s cpu {:.2}",
        ok,
        n,
        tot,
        cpu() - t00
    );
}
