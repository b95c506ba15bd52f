//! The routes of the interface, as `openapi.json` describes them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use serde::de::DeserializeOwned;

use super::access::{Access, guard};
use super::answer::{answer, json, problem};
use super::body::read;
use super::command::{Command, Problem, ProblemCode};
use super::events::events;
use super::facts;
use super::me_routes as me;
use super::opponent_routes as shelf;
use super::run_routes as runs;
use super::server_state::ServerState;
use super::session::{Reply, SessionOrder};

/// All paths, behind the guard.
pub(super) fn router(server: ServerState, access: Access) -> Router {
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
        .route("/api/me/remember", post(me::remember))
        .route("/api/me/clear", post(me::clear))
        .route("/api/opponents", get(shelf::list))
        .route("/api/opponents/{id}", get(shelf::details))
        .route("/api/opponents/{id}/export", get(shelf::export))
        .route("/api/opponents/{id}/rename", post(shelf::rename))
        .route("/api/opponents/{id}/merge", post(shelf::merge))
        .route("/api/opponents/{id}/forget", post(shelf::forget))
        .route("/api/runs", get(runs::list))
        .route("/api/runs/start", post(runs::start))
        .route("/api/runs/{id}", get(runs::details))
        .route("/api/runs/{id}/pause", post(runs::pause))
        .route("/api/runs/{id}/go-on", post(runs::go_on))
        .route("/api/runs/{id}/extend", post(runs::extend))
        .route("/api/runs/{id}/tables", get(runs::tables))
        .route("/api/runs/{id}/parameters/{name}", get(runs::history))
        .route("/api/runs/{id}/play", post(runs::play))
        .route("/api/recipes", get(runs::recipes))
        .route("/api/recipes/check", post(runs::check))
        .route("/api/recipes/save", post(runs::save))
        .route("/api/about", get(async || json(facts::about())))
        .method_not_allowed_fallback(async || {
            let sentence = "this path knows another method; see /api/openapi.json";
            problem(&Problem::new(ProblemCode::MethodNotAllowed, sentence))
        })
        .fallback(page)
        .with_state(server)
        .layer(from_fn_with_state(Arc::new(access), guard))
}

fn text_of(reply: Reply) -> Response<Body> {
    match reply {
        Ok(state) => json(state),
        Err(refusal) => problem(&refusal),
    }
}

async fn state(State(server): State<ServerState>) -> Response<Body> {
    let state = server.published.borrow().json();
    json(state)
}

async fn pgn(State(server): State<ServerState>) -> Response<Body> {
    match server.ask(SessionOrder::Pgn).await {
        Ok(text) => answer(StatusCode::OK, "application/x-chess-pgn", Body::from(text)),
        Err(refusal) => problem(&refusal),
    }
}

async fn page(
    State(server): State<ServerState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    server.assets.answer(&method, uri.path(), &headers)
}

/// Returns a route that takes a command.
fn command<T>(make: fn(T) -> Command) -> MethodRouter<ServerState>
where
    T: DeserializeOwned + Send + 'static,
{
    post(
        move |State(server): State<ServerState>, request: Request| async move {
            match read::<T>(request).await {
                Ok(body) => {
                    let command = make(body);
                    text_of(
                        server
                            .ask(|reply| SessionOrder::Command(command, reply))
                            .await,
                    )
                }
                Err(refusal) => problem(&refusal),
            }
        },
    )
}
