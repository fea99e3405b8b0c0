//! The routes, and the requests that are answered at once or by one object.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde_json::{Value, json};
use unicursal::{About, GenerateRequest, Level, OptionSpec, SolveRequest};

use crate::body::{Asked, Refused};
use crate::request::{AnswerAsked, GenerateAsked, LevelAsked, SolveAsked, options};
use crate::{Studio, assets, guard, picture, solve};

type Reply = Result<Json<Value>, Refused>;

/// Everything that the server answers.
pub fn router(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/api/puzzles", get(puzzles))
        .route("/api/level", post(level))
        .route("/api/solve", post(solve::solve))
        .route("/api/check", post(check))
        .route("/api/draw", post(draw))
        .route("/api/generate", post(generate))
        .route("/api/hint", post(hint))
        .route("/api/count", post(count))
        .fallback(get(assets::serve))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&studio),
            guard::check,
        ))
        .with_state(studio)
}

async fn puzzles(State(studio): State<Arc<Studio>>) -> Json<Value> {
    let puzzles = studio.config.puzzles.iter();
    Json(json!({
        "puzzles": puzzles.map(|puzzle| shown(puzzle.about())).collect::<Vec<_>>(),
        "limits": {
            "bytes": studio.config.most_bytes,
            "cells": studio.config.most_cells,
            "seconds": studio.config.time_limit.as_secs_f64(),
        },
    }))
}

/// What a puzzle says of itself, without options for people who study the solvers.
fn shown(about: &About) -> Value {
    let mut shown = json!(about);
    let options = |specs: &[OptionSpec]| -> Vec<Value> {
        let specs = specs.iter().filter(|spec| !spec.hidden);
        specs.map(|spec| json!(spec)).collect()
    };
    shown["solve_options"] = json!(options(about.solve_options));
    shown["generate_options"] = json!(options(about.generate_options));
    shown
}

/// A level as the page wants it.
fn describe_level(level: &dyn Level, answer: Option<&str>) -> Result<Value, Refused> {
    let (width, height) = level.size();
    let drawn = level.draw(answer.map(str::as_bytes))?;
    Ok(json!({
        "text": level.text(),
        "width": width,
        "height": height,
        "facts": level.facts(),
        "sheet": level.sheet(),
        "picture": picture::to_json(&drawn),
    }))
}

async fn level(State(studio): State<Arc<Studio>>, Asked(asked): Asked<LevelAsked>) -> Reply {
    let puzzle = studio.puzzle(&asked.puzzle)?;
    let shared = Arc::clone(&studio);
    let work = studio.short.run(move |cancelled| {
        let control = shared.control(shared.config.time_limit, cancelled);
        let level = shared.level(puzzle, &asked.level, &control)?;
        describe_level(&*level, None)
    });
    Ok(Json(work.await??))
}

async fn check(State(studio): State<Arc<Studio>>, Asked(asked): Asked<AnswerAsked>) -> Reply {
    let puzzle = studio.puzzle(&asked.puzzle)?;
    let shared = Arc::clone(&studio);
    let work = studio.short.run(move |cancelled| {
        let control = shared.control(shared.config.time_limit, cancelled);
        let level = shared.level(puzzle, &asked.level, &control)?;
        let verdict = match &asked.answer {
            Some(answer) => level.check(&SolveRequest::default(), answer.as_bytes()),
            None => level.check_level(),
        };
        Ok(json!(verdict?))
    });
    work.await?.map(Json)
}

async fn draw(
    State(studio): State<Arc<Studio>>,
    Asked(asked): Asked<AnswerAsked>,
) -> Result<Response, Refused> {
    let puzzle = studio.puzzle(&asked.puzzle)?;
    let shared = Arc::clone(&studio);
    let work = studio.short.run(move |cancelled| {
        let control = shared.control(shared.config.time_limit, cancelled);
        let level = shared.level(puzzle, &asked.level, &control)?;
        let answer = asked.answer.as_deref().map(str::as_bytes);
        let drawn = level.draw(answer)?;
        match asked.format.as_deref().unwrap_or("svg") {
            "svg" => Ok(("image/svg+xml", drawn.to_svg().into_bytes())),
            "png" => Ok((
                "image/png",
                drawn
                    .to_png()
                    .map_err(|error| Refused::bad(error.to_string()))?,
            )),
            "json" => {
                let json = picture::to_json(&drawn).to_string();
                Ok(("application/json", json.into_bytes()))
            }
            other => Err(Refused::bad(format!(
                "there is no format '{other}'; there are svg, png and json"
            ))),
        }
    });
    let (kind, bytes) = work.await??;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

async fn generate(State(studio): State<Arc<Studio>>, Asked(asked): Asked<GenerateAsked>) -> Reply {
    let puzzle = studio.puzzle(&asked.puzzle)?;
    studio.admit_size((asked.width, asked.height))?;
    let shared = Arc::clone(&studio);
    let work = studio.long.run(move |cancelled| {
        let control = shared.control(shared.config.time_limit, cancelled);
        let request = GenerateRequest {
            width: asked.width,
            height: asked.height,
            seed: asked.seed,
            options: options(&asked.options),
        };
        let made = puzzle.generate(&request, &control)?;
        let mut report = describe_level(&*made.level, None)?;
        report["id"] = json!(made.id);
        report["answer"] = json!(made.answer(&control)?);
        Ok(report)
    });
    work.await?.map(Json)
}

async fn hint(State(studio): State<Arc<Studio>>, Asked(asked): Asked<AnswerAsked>) -> Reply {
    let puzzle = studio.puzzle(&asked.puzzle)?;
    let shared = Arc::clone(&studio);
    let work = studio.long.run(move |cancelled| {
        let control = shared.control(shared.config.time_limit, cancelled);
        let level = shared.level(puzzle, &asked.level, &control)?;
        let so_far = asked.answer.as_deref().unwrap_or("");
        Ok(json!(level.hint(so_far.as_bytes(), &control)?))
    });
    work.await?.map(Json)
}

async fn count(State(studio): State<Arc<Studio>>, Asked(asked): Asked<SolveAsked>) -> Reply {
    let puzzle = studio.puzzle(&asked.puzzle)?;
    let shared = Arc::clone(&studio);
    let work = studio.long.run(move |cancelled| {
        let control = shared.control(asked.time_limit(&shared.config), cancelled);
        let level = shared.level(puzzle, &asked.level, &control)?;
        let most = asked.most.unwrap_or(2);
        Ok(json!(level.count(most, &control)?))
    });
    work.await?.map(Json)
}
