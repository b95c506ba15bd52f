//! Answers of the interface: JSON, and refusals.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

use super::command::Problem;

/// An answer in JSON.
pub(super) fn json(text: impl Into<Body>) -> Response<Body> {
    answer(StatusCode::OK, "application/json", text.into())
}

/// An answer that is not to be kept by the client.
pub(super) fn answer(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// A refusal.
pub(super) fn problem(problem: &Problem) -> Response<Body> {
    let status = StatusCode::from_u16(problem.code.status());
    answer(
        status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        "application/json",
        Body::from(problem.to_json()),
    )
}
