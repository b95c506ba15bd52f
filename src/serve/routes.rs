//! The paths of the interface, as `openapi.json` describes them.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use super::access::{Access, guard};
use super::answer::{answer, json, problem};
use super::command::{Command, Problem, ProblemCode};
use super::desk::Desk;
use super::events::events;
use super::facts;
use super::seat::{Reply, SeatOrder};

/// The longest body, in bytes.
const LONGEST_BODY: usize = 1_000_000;

/// Number of bytes of a body that are read, whether they are kept or not.
const MOST_DROPPED: usize = 8 * LONGEST_BODY;

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

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
        .route("/api/opponents", get(opponents))
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

async fn opponents(State(desk): State<Desk>) -> Response<Body> {
    let database = desk.database.clone();
    let read = tokio::task::spawn_blocking(move || facts::opponents(&database)).await;
    match read {
        Ok(Ok(text)) => json(text),
        Ok(Err(error)) => problem(&Problem::new(ProblemCode::Storage, error.to_string())),
        Err(_) => problem(&Problem::new(
            ProblemCode::Storage,
            "the database cannot be read",
        )),
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

/// A path that takes a command.
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

/// Reads the body of a command.
async fn read<T: DeserializeOwned>(request: Request) -> Result<T, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Pages of other sites cannot send this kind without being asked for permission.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Problem::new(
            ProblemCode::UnsupportedMediaType,
            "a command is JSON: send Content-Type: application/json",
        ));
    }
    let bytes = timeout(PATIENCE, collect(request.into_body()))
        .await
        .map_err(|_| Problem::new(ProblemCode::Timeout, "the command took too long to come"))??;
    // A derived reader would take a list of values, too.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        let sentence = "a command is one JSON object";
        return Err(Problem::new(ProblemCode::BadRequest, sentence));
    }
    serde_json::from_slice(&bytes)
        .map_err(|error| Problem::new(ProblemCode::BadRequest, error.to_string()))
}

/// Collects the bytes of a command. Some of what is too much is read and dropped, since a client that is still writing
/// would not see the answer.
async fn collect(body: Body) -> Result<Vec<u8>, Problem> {
    let mut chunks = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(chunk) = chunks.next().await {
        let chunk =
            chunk.map_err(|_| Problem::new(ProblemCode::BadRequest, "the command broke off"))?;
        length += chunk.len();
        if length <= LONGEST_BODY {
            bytes.extend_from_slice(&chunk);
        } else if length > MOST_DROPPED {
            break;
        }
    }
    if length > LONGEST_BODY {
        let sentence = format!("a command has at most {LONGEST_BODY} bytes");
        return Err(Problem::new(ProblemCode::TooLarge, sentence));
    }
    Ok(bytes)
}
