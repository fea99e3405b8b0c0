//! The page: files that are part of the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::body::Refused;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Where each file is found, what it is, and its text.
const FILES: [(&str, &str, &str); 9] = [
    ("/", HTML, include_str!("../assets/index.html")),
    ("/api", HTML, include_str!("../assets/api.html")),
    ("/style.css", CSS, include_str!("../assets/style.css")),
    ("/main.js", SCRIPT, include_str!("../assets/main.js")),
    ("/server.js", SCRIPT, include_str!("../assets/server.js")),
    ("/route.js", SCRIPT, include_str!("../assets/route.js")),
    ("/view.js", SCRIPT, include_str!("../assets/view.js")),
    ("/walk.js", SCRIPT, include_str!("../assets/walk.js")),
    ("/play.js", SCRIPT, include_str!("../assets/play.js")),
];

/// The file at a path.
pub async fn serve(uri: Uri) -> Response {
    let file = FILES.iter().find(|(path, ..)| *path == uri.path());
    let Some((_, kind, text)) = file else {
        let message = format!("there is nothing at {}", uri.path());
        return Refused::new(StatusCode::NOT_FOUND, message).into_response();
    };
    ([(header::CONTENT_TYPE, *kind)], *text).into_response()
}
