//! The paths of the report about the user.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Response, header};
use serde::Deserialize;
use tokio::task::block_in_place;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use super::answer::{json, problem};
use super::body::read;
use super::command::{Problem, ProblemCode};
use super::me::{PlayerReports, Receiving, RememberCommand, ReportCommand};
use super::server_state::ServerState;

/// How long the next bytes of a file may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// The body of a command that needs no data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NothingMore {}

/// How far the reading is.
pub(super) async fn status(State(server): State<ServerState>) -> Response<Body> {
    json(server.me.status())
}

/// The report.
pub(super) async fn report(State(server): State<ServerState>) -> Response<Body> {
    match server.me.report() {
        Some(report) => json(report.as_ref().to_owned()),
        None => problem(&Problem::new(
            ProblemCode::NoReport,
            "there is no report yet; send games, then say which names are yours",
        )),
    }
}

/// Builds the report about the names that the user says.
pub(super) async fn build(State(server): State<ServerState>, request: Request) -> Response<Body> {
    let begun = match read::<ReportCommand>(request).await {
        Ok(command) => server.me.build(&command),
        Err(refusal) => Err(refusal),
    };
    answer(&server, begun)
}

/// Remembers the games of the report.
pub(super) async fn remember(
    State(server): State<ServerState>,
    request: Request,
) -> Response<Body> {
    let begun = match read::<RememberCommand>(request).await {
        Ok(command) => {
            let (opponents, session) = (&server.opponents, &server.orders);
            server.me.remember(&command, opponents, session)
        }
        Err(refusal) => Err(refusal),
    };
    answer(&server, begun)
}

/// Forgets the file.
pub(super) async fn clear(State(server): State<ServerState>, request: Request) -> Response<Body> {
    let cleared = read::<NothingMore>(request).await.map(|NothingMore {}| {
        server.me.clear();
    });
    answer(&server, cleared)
}

/// Takes a file.
pub(super) async fn upload(State(server): State<ServerState>, request: Request) -> Response<Body> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    // Pages of other sites cannot send this kind without being asked for permission.
    if kind.is_none_or(|kind| kind != "application/octet-stream") {
        return problem(&Problem::new(
            ProblemCode::UnsupportedMediaType,
            "a file of games is sent with Content-Type: application/octet-stream",
        ));
    }
    let name = file_name(request.uri().query().unwrap_or_default());
    let received = receive(&server.me, &name, request.into_body()).await;
    answer(&server, received)
}

/// Returns the name in a query, with `%20` and the like as what they stand for.
fn file_name(query: &str) -> String {
    let named = query.split('&').find_map(|pair| pair.strip_prefix("name="));
    let mut bytes = Vec::new();
    let mut parts = named.unwrap_or_default().split('%');
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let (code, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        match u8::from_str_radix(code, 16) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend_from_slice(code.as_bytes()),
        }
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn receive(me: &Arc<PlayerReports>, name: &str, body: Body) -> Result<(), Problem> {
    let mut receiving = block_in_place(|| me.receive(name))?;
    match take_all(me, &mut receiving, body).await {
        Ok(()) => me.received(&receiving),
        Err(refusal) => {
            // A part of a file is of no use.
            block_in_place(|| me.give_up(&receiving));
            Err(refusal)
        }
    }
}

async fn take_all(
    me: &PlayerReports,
    receiving: &mut Receiving,
    body: Body,
) -> Result<(), Problem> {
    let mut chunks = body.into_data_stream();
    loop {
        let late = |_| Problem::new(ProblemCode::Timeout, "the file took too long to come");
        let next = timeout(PATIENCE, chunks.next()).await.map_err(late)?;
        match next {
            None => return Ok(()),
            Some(Ok(chunk)) => block_in_place(|| me.take(receiving, &chunk))?,
            Some(Err(_)) => {
                return Err(Problem::new(ProblemCode::BadRequest, "the file broke off"));
            }
        }
    }
}

fn answer(server: &ServerState, done: Result<(), Problem>) -> Response<Body> {
    match done {
        Ok(()) => json(server.me.status()),
        Err(refusal) => problem(&refusal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_read_whatever_is_in_them() {
        for (query, name) in [
            ("name=games.pgn", "games.pgn"),
            (
                "token=1&name=mis%20partidas%20%C3%B1.pgn",
                "mis partidas ñ.pgn",
            ),
            ("name=100%&more=1", "100"),
            ("name=%zz%4", "zz\u{4}"),
            ("name=%ff", "\u{fffd}"),
            ("", ""),
        ] {
            assert_eq!(file_name(query), name, "{query}");
        }
    }
}
