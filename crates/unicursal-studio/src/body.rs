//! Bodies of requests: JSON, not too large, not too slow; and refusals, which are JSON as well.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use unicursal::{Error, Interruption};

use crate::Studio;

/// Why a request is not answered: `{"error": "...", "kind": ..., "place": ...}`, where the kind and the
/// place are those of the library's error, if it is one.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    error: Value,
}

impl Refused {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let error = json!({"error": message.into()});
        Self { status, error }
    }

    /// A request that makes no sense, with what is wrong with it.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The refusal as JSON.
    pub fn json(&self) -> &Value {
        &self.error
    }
}

/// The one place where errors of the library get their HTTP status.
impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::WrongAnswer { .. } => StatusCode::INTERNAL_SERVER_ERROR,
            Error::Unfinished(unknown) => match unknown.why {
                Interruption::Memory => StatusCode::PAYLOAD_TOO_LARGE,
                Interruption::GaveUp => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::GATEWAY_TIMEOUT,
            },
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let mut json = json!(error);
        json["error"] = json["message"].take();
        Self {
            status,
            error: json,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(self.error)).into_response()
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
