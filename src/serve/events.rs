//! Server-sent events: the current state, then each change.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use axum::response::IntoResponse as _;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::answer::problem;
use super::command::{Problem, ProblemCode};
use super::server_state::ServerState;
use super::session::Published;

/// Interval of heartbeats on a silent stream.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Opens a stream. A slow reader misses states, but never the newest.
pub(super) async fn events(
    State(server): State<ServerState>,
    headers: HeaderMap,
) -> Response<Body> {
    let Ok(permit) = server.streams.clone().try_acquire_owned() else {
        return problem(&Problem::new(
            ProblemCode::Busy,
            "too many streams of events are open; close other tabs",
        ));
    };
    let seen: Option<u64> = headers
        .get("Last-Event-ID")
        .and_then(|id| id.to_str().ok()?.parse().ok());
    let states = WatchStream::new(server.published.clone())
        .filter(move |state| Some(state.version) != seen)
        .map(move |state| {
            // The stream holds its permit until it is closed.
            let _ = &permit;
            Ok::<Event, Infallible>(event(&state))
        });
    let alive = KeepAlive::new().interval(HEARTBEAT);
    let mut answer = Sse::new(states).keep_alive(alive).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn event(state: &Published) -> Event {
    Event::default()
        .event("state")
        .id(state.version.to_string())
        .data(state.json.as_ref())
}
