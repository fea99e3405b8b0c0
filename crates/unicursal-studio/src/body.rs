//! Bodies of requests: JSON, not too large, not too slow.

use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};

use crate::Studio;
use crate::refusal::Refusal;

/// A request's body, which says that it is JSON.
pub struct Body(pub Bytes);

impl FromRequest<Arc<Studio>> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        // Foreign pages can send forms and plain text without asking, but not JSON.
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "send JSON, with 'Content-Type: application/json'",
            ));
        }
        let length = parts.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        read(body, length, studio).await.map(Self)
    }
}

async fn read(
    body: axum::body::Body,
    length: Option<usize>,
    studio: &Studio,
) -> Result<Bytes, Refusal> {
    let most = studio.config.most_bytes;
    let too_large = || {
        let message = format!("the request has more than {most} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    if length.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let read = tokio::time::timeout(studio.config.patience, to_bytes(body, most));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "the request took too long to arrive",
        )),
    }
}
