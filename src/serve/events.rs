//! Server-sent events: the current state, then each change; beside it news of runs and of the report.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use axum::response::IntoResponse as _;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::json;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt as _};

use super::answer::problem;
use super::command::{Problem, ProblemCode};
use super::server_state::ServerState;
use super::session::Published;

/// Interval of heartbeats on a silent stream.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Shortest time between two events of a report in progress.
const PROGRESS: Duration = Duration::from_millis(250);

/// Opens a stream. A slow reader misses events, but never the newest of each kind.
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
    let events = all(&server, seen).map(move |event| {
        // The stream holds its permit until it is closed.
        let _ = &permit;
        Ok::<Event, Infallible>(event)
    });
    let alive = KeepAlive::new().interval(HEARTBEAT);
    let mut answer = Sse::new(events).keep_alive(alive).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Returns all events of a stream. Each kind begins with how things stand, except a state that is `seen`.
fn all(server: &ServerState, seen: Option<u64>) -> impl Stream<Item = Event> + use<> {
    let states = WatchStream::new(server.published.clone())
        .filter(move |state| Some(state.version) != seen)
        .map(|state| state_event(&state));
    let runs = WatchStream::new(server.runs.versions()).map(runs_event);
    let me = Arc::clone(&server.me);
    let reports = WatchStream::new(me.changes())
        .throttle(PROGRESS)
        .map(move |()| Event::default().event("report").data(me.status()));
    states.merge(runs).merge(reports)
}

fn state_event(state: &Published) -> Event {
    Event::default()
        .event("state")
        .id(state.version.to_string())
        .data(state.json())
}

fn runs_event(version: u64) -> Event {
    let news = json!({ "version": version });
    Event::default().event("runs").data(news.to_string())
}
