//! The page: files that are part of the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A table of files, whose texts become part of the program.
macro_rules! files {
    ($($path:literal $kind:ident $file:literal),* $(,)?) => {
        &[$(($path, $kind, include_str!(concat!("../assets/", $file)))),*]
    };
}

/// Where each file is found, what it is, and its text.
const FILES: &[(&str, &str, &str)] = files![
    "/" HTML "index.html",
    "/api" HTML "api.html",
    "/style.css" CSS "style.css",
    "/colour-reasons.js" SCRIPT "colour-reasons.js",
    "/colours.js" SCRIPT "colours.js",
    "/compare.js" SCRIPT "compare.js",
    "/confetti.js" SCRIPT "confetti.js",
    "/daily.js" SCRIPT "daily.js",
    "/dom.js" SCRIPT "dom.js",
    "/editor.js" SCRIPT "editor.js",
    "/entries.js" SCRIPT "entries.js",
    "/form.js" SCRIPT "form.js",
    "/generate.js" SCRIPT "generate.js",
    "/gestures.js" SCRIPT "gestures.js",
    "/glide.js" SCRIPT "glide.js",
    "/hero.js" SCRIPT "hero.js",
    "/home.js" SCRIPT "home.js",
    "/http.js" SCRIPT "http.js",
    "/joining.js" SCRIPT "joining.js",
    "/judge.js" SCRIPT "judge.js",
    "/kept.js" SCRIPT "kept.js",
    "/keys.js" SCRIPT "keys.js",
    "/ladder.js" SCRIPT "ladder.js",
    "/layers.js" SCRIPT "layers.js",
    "/level.js" SCRIPT "level.js",
    "/main.js" SCRIPT "main.js",
    "/make.js" SCRIPT "make.js",
    "/modes.js" SCRIPT "modes.js",
    "/packed.js" SCRIPT "packed.js",
    "/paint.js" SCRIPT "paint.js",
    "/place.js" SCRIPT "place.js",
    "/play.js" SCRIPT "play.js",
    "/plot.js" SCRIPT "plot.js",
    "/race.js" SCRIPT "race.js",
    "/reasons.js" SCRIPT "reasons.js",
    "/route.js" SCRIPT "route.js",
    "/save.js" SCRIPT "save.js",
    "/server.js" SCRIPT "server.js",
    "/sheet.js" SCRIPT "sheet.js",
    "/shown.js" SCRIPT "shown.js",
    "/time.js" SCRIPT "time.js",
    "/transport.js" SCRIPT "transport.js",
    "/trial.js" SCRIPT "trial.js",
    "/view.js" SCRIPT "view.js",
    "/walk.js" SCRIPT "walk.js",
    "/walker.js" SCRIPT "walker.js",
    "/watch.js" SCRIPT "watch.js",
    "/work.js" SCRIPT "work.js",
];

/// The file at a path.
pub async fn serve(uri: Uri) -> Response {
    let file = FILES.iter().find(|(path, ..)| *path == uri.path());
    let Some((_, kind, text)) = file else {
        let message = format!("there is nothing at {}", uri.path());
        return Refusal::new(StatusCode::NOT_FOUND, message).into_response();
    };
    ([(header::CONTENT_TYPE, *kind)], *text).into_response()
}
