//! HTTP responses of the interface.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

use super::command::Problem;

/// Returns a response in JSON.
pub(super) fn json(text: impl Into<Body>) -> Response<Body> {
    answer(StatusCode::OK, "application/json", text.into())
}

/// Returns a response that the client must not cache.
pub(super) fn answer(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Returns the response for a problem.
pub(super) fn problem(problem: &Problem) -> Response<Body> {
    let status = StatusCode::from_u16(problem.code.status());
    answer(
        status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        "application/json",
        Body::from(problem.to_json()),
    )
}
