//! Keeps other people's pages out.
//!
//! A foreign page that is open in the same browser can send requests to this server. They carry its
//! `Origin`; and a page whose name was made to resolve to this machine's address sends that name as
//! `Host`. Neither is let in. Numeric addresses cannot be abused in this way.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Studio;
use crate::refusal::Refusal;

const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Refuses requests that were not meant for this server or come from a foreign page.
pub async fn check(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let mut response = match admit(request.headers(), studio.local) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    for (name, value) in HEADERS {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(headers: &HeaderMap, local: bool) -> Result<(), Refusal> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or("");
    let no = |message: String| Refusal::new(StatusCode::FORBIDDEN, message);
    if !is_ours(host, local) {
        return Err(no(format!(
            "the Host '{host}' is not this server: use its address, or localhost"
        )));
    }
    match text(header::ORIGIN) {
        Some(origin) if origin.strip_prefix("http://") != Some(host) => Err(no(format!(
            "the Origin '{origin}' is another page than this server's"
        ))),
        None if headers.contains_key(header::ORIGIN) => Err(no("the Origin is not text".into())),
        _ => Ok(()),
    }
}

fn is_ours(host: &str, local: bool) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let number = name.trim_start_matches('[').trim_end_matches(']');
    match number.parse::<IpAddr>() {
        Ok(address) => !local || address.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn names_that_anybody_can_point_here_are_not_ours() {
        for host in ["127.0.0.1:8080", "localhost", "LocalHost:1", "[::1]:80"] {
            assert!(is_ours(host, true), "{host}");
        }
        for host in [
            "",
            "evil.example:8080",
            "localhost.evil.example",
            "10.0.0.1",
        ] {
            assert!(!is_ours(host, true), "{host}");
        }
        assert!(is_ours("10.0.0.1:8080", false));
        assert!(!is_ours("evil.example", false));
    }
}
