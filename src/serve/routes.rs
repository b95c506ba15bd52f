//! The routes of the interface, as `openapi.json` describes them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use serde::de::DeserializeOwned;

use super::access::{Access, guard};
use super::answer::{answer, json, problem};
use super::body::read;
use super::command::{Command, Problem, ProblemCode};
use super::desk::Desk;
use super::events::events;
use super::facts;
use super::me_routes as me;
use super::opponent_routes as shelf;
use super::seat::{Reply, SeatOrder};

/// All paths, behind the guard.
pub(super) fn router(desk: Desk, access: Access) -> Router {
    Router::new()
        .route("/api/openapi.json", get(async || json(facts::OPENAPI)))
        .route("/api/state", get(state))
        .route("/api/events", get(events))
        .route("/api/seat", command(Command::Seat))
        .route("/api/game/new", command(Command::New))
        .route("/api/game/move", command(Command::Move))
        .route("/api/game/takeback", command(Command::TakeBack))
        .route("/api/game/draw", command(Command::Draw))
        .route("/api/game/resign", command(Command::Resign))
        .route("/api/game/hint", command(Command::Hint))
        .route("/api/game/level", command(Command::Level))
        .route("/api/game/adapt", command(Command::Adapt))
        .route("/api/game/coach", command(Command::Coach))
        .route("/api/game/insist", command(Command::Insist))
        .route("/api/game/load", command(Command::Load))
        .route("/api/game/pgn", get(pgn))
        .route("/api/levels", get(async || json(facts::levels())))
        .route("/api/me", get(me::status))
        .route("/api/me/games", post(me::upload))
        .route("/api/me/report", get(me::report).post(me::build))
        .route("/api/me/clear", post(me::clear))
        .route("/api/opponents", get(shelf::list))
        .route("/api/opponents/{id}", get(shelf::details))
        .route("/api/opponents/{id}/export", get(shelf::export))
        .route("/api/opponents/{id}/rename", post(shelf::rename))
        .route("/api/opponents/{id}/merge", post(shelf::merge))
        .route("/api/opponents/{id}/forget", post(shelf::forget))
        .route("/api/runs", get(runs))
        .route("/api/runs/{id}", get(run))
        .route("/api/about", get(async || json(facts::about())))
        .method_not_allowed_fallback(async || {
            let sentence = "this path knows another method; see /api/openapi.json";
            problem(&Problem::new(ProblemCode::MethodNotAllowed, sentence))
        })
        .fallback(page)
        .with_state(desk)
        .layer(from_fn_with_state(Arc::new(access), guard))
}

fn text_of(reply: Reply) -> Response<Body> {
    match reply {
        Ok(state) => json(state.as_ref().to_owned()),
        Err(refusal) => problem(&refusal),
    }
}

async fn state(State(desk): State<Desk>) -> Response<Body> {
    let state = Arc::clone(&desk.published.borrow().json);
    json(state.as_ref().to_owned())
}

async fn pgn(State(desk): State<Desk>) -> Response<Body> {
    match desk.ask(SeatOrder::Pgn).await {
        Ok(text) => answer(StatusCode::OK, "application/x-chess-pgn", Body::from(text)),
        Err(refusal) => problem(&refusal),
    }
}

async fn runs(State(desk): State<Desk>) -> Response<Body> {
    let list = tokio::task::spawn_blocking(move || desk.runs.list()).await;
    list.map_or_else(|_| problem(&Problem::broke_down()), json)
}

async fn run(State(desk): State<Desk>, Path(id): Path<String>) -> Response<Body> {
    let details = tokio::task::spawn_blocking(move || desk.runs.details(&id)).await;
    match details {
        Ok(Some(details)) => json(details),
        Ok(None) => problem(&Problem::new(
            ProblemCode::NoSuchRun,
            "there is no such run; ask for the list at /api/runs",
        )),
        Err(_) => problem(&Problem::broke_down()),
    }
}

async fn page(
    State(desk): State<Desk>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    desk.assets.answer(&method, uri.path(), &headers)
}

/// Returns a route that takes a command.
fn command<T>(make: fn(T) -> Command) -> MethodRouter<Desk>
where
    T: DeserializeOwned + Send + 'static,
{
    post(
        move |State(desk): State<Desk>, request: Request| async move {
            match read::<T>(request).await {
                Ok(body) => {
                    let command = make(body);
                    text_of(desk.ask(|reply| SeatOrder::Command(command, reply)).await)
                }
                Err(refusal) => problem(&refusal),
            }
        },
    )
}
