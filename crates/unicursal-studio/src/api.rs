//! The routes: the API's questions over HTTP, and the page.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde_json::Value;
use unicursal_api::{Ask, Refused, Reply};

use crate::body::Body;
use crate::refusal::Refusal;
use crate::{Studio, assets, guard, solve};

/// Everything that the server answers.
pub fn router(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/api/puzzles", get(puzzles))
        .route("/api/{question}", post(question))
        .fallback(get(assets::serve))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&studio),
            guard::check,
        ))
        .with_state(studio)
}

async fn puzzles(State(studio): State<Arc<Studio>>) -> Json<Value> {
    Json(studio.api.about())
}

/// Reads a question and answers it; work that can take long waits in a queue of its own.
async fn question(
    State(studio): State<Arc<Studio>>,
    Path(name): Path<String>,
    Body(json): Body,
) -> Result<Response, Refusal> {
    let ask = read(&name, &json)?;
    drop(json);
    let limit = ask.time_limit(&studio.api)?;
    let question = match ask {
        Ask::Solve(asked) => return Ok(solve::solve(studio, asked, limit)?.into_response()),
        Ask::Once(question) => question,
    };
    let queue = if question.is_long(&studio.api) {
        &studio.long
    } else {
        &studio.short
    };
    let shared = Arc::clone(&studio);
    let work = queue.run(move |cancelled| {
        let control = shared.control(limit, cancelled);
        shared.api.answer(&question, &control)
    });
    Ok(match work.await?? {
        Reply::Json(json) => Json(json).into_response(),
        Reply::File(kind, bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
    })
}

fn read(name: &str, json: &Bytes) -> Result<Ask, Refused> {
    Ask::read(name, json).unwrap_or_else(|| {
        let status = StatusCode::NOT_FOUND.as_u16();
        Err(Refused::new(
            status,
            format!("there is no question '{name}'"),
        ))
    })
}
