//! Refusals as replies of HTTP.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use unicursal_api::Refused;

/// Why a request is not answered.
#[derive(Debug)]
pub struct Refusal(pub Refused);

impl Refusal {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self(Refused::new(status.as_u16(), message))
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Self(refused)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self.0.json)).into_response()
    }
}
