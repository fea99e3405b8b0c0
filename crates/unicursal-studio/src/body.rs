//! Bodies of requests: JSON, not too large, not too slow; and refusals, which are JSON as well.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;
use unicursal::puzzle::Error;

use crate::Studio;

/// Why a request is not answered: `{"error": "..."}`.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    message: String,
}

impl Refused {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }

    /// A request that makes no sense, with what is wrong with it.
    pub fn bad(error: impl Into<Error>) -> Self {
        let message = error.into().to_string();
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.message}))).into_response()
    }
}

/// The JSON in a request's body.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Studio>> for Asked<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, Refused> {
        let (parts, body) = request.into_parts();
        // Foreign pages can send forms and plain text without asking, but not JSON.
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Refused::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "send JSON, with 'Content-Type: application/json'",
            ));
        }
        let length = parts.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let bytes = read(body, length, studio).await?;
        let asked = serde_json::from_slice(&bytes);
        asked
            .map(Self)
            .map_err(|error| Refused::new(StatusCode::BAD_REQUEST, format!("bad request: {error}")))
    }
}

async fn read(
    body: Body,
    length: Option<usize>,
    studio: &Studio,
) -> Result<axum::body::Bytes, Refused> {
    let most = studio.config.most_bytes;
    let too_large = || {
        let message = format!("the request has more than {most} bytes");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    };
    if length.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let read = tokio::time::timeout(studio.config.patience, to_bytes(body, most));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Refused::new(
            StatusCode::REQUEST_TIMEOUT,
            "the request took too long to arrive",
        )),
    }
}
