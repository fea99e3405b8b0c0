//! The page: files that are part of the program, listed by `build.rs`.
//!
//! Each is sent compressed if the browser accepts that, and not at all if the browser already has
//! it: a tag says which version it has. Nothing is used from a cache without asking, so that nobody
//! has files of two versions.

use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    /// Changes with its bytes.
    tag: &'static str,
    bytes: &'static [u8],
    /// The same by gzip.
    packed: &'static [u8],
}

const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at a path.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let Some(file) = FILES.iter().find(|file| file.path == uri.path()) else {
        let message = format!("there is nothing at {}", uri.path());
        return Refusal::new(StatusCode::NOT_FOUND, message).into_response();
    };
    let about = [(header::ETAG, file.tag), (header::VARY, "Accept-Encoding")];
    if names(&headers, &header::IF_NONE_MATCH, |tag| {
        tag.trim_start_matches("W/") == file.tag
    }) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = [(header::CONTENT_TYPE, file.kind)];
    if names(&headers, &header::ACCEPT_ENCODING, takes_gzip) {
        let packed = [(header::CONTENT_ENCODING, "gzip")];
        return (about, kind, packed, file.packed).into_response();
    }
    (about, kind, file.bytes).into_response()
}

/// Whether one of the comma-separated parts of a header satisfies a condition.
fn names(headers: &HeaderMap, name: &HeaderName, is_wanted: impl Fn(&str) -> bool) -> bool {
    let values = headers.get_all(name).iter();
    let mut texts = values.filter_map(|value| value.to_str().ok());
    texts.any(|text| text.split(',').any(|part| is_wanted(part.trim())))
}

/// Whether a part of `Accept-Encoding` is gzip, and not one that is refused by `q=0`.
fn takes_gzip(part: &str) -> bool {
    let (name, quality) = part.split_once(';').unwrap_or((part, ""));
    let refused = quality.trim().strip_prefix("q=");
    let refused = refused.and_then(|quality| quality.parse().ok()) == Some(0.0);
    name.trim().eq_ignore_ascii_case("gzip") && !refused
}

#[cfg(test)]
mod tests {
    use super::{FILES, takes_gzip};

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        assert!(takes_gzip("gzip") && takes_gzip("GZIP; q=0.5"));
        assert!(!takes_gzip("br") && !takes_gzip("gzip;q=0") && !takes_gzip("gzip; q=0.0"));
    }

    #[test]
    fn every_script_that_is_imported_is_there_and_the_worker_knows_the_files() {
        let has = |path: &str| FILES.iter().any(|file| file.path == path);
        assert!(has("/") && has("/api") && has("/main.js"));
        let worker = FILES.iter().find(|file| file.path == "/sw.js").unwrap();
        let text = std::str::from_utf8(worker.bytes).unwrap();
        assert!(text.contains("\"main.js\"") && !text.contains("\"VERSION\""));
    }
}
