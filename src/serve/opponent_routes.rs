//! The paths of the opponents' cards.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde::de::DeserializeOwned;

use super::answer::{answer, json, problem};
use super::body::read;
use super::command::{Command, Problem};
use super::forgotten::ForgottenCommand;
use super::opponents::{ForgetCommand, MergeCommand, OpponentShelf, RenameCommand};
use super::server_state::ServerState;
use super::session::SessionOrder;

/// What the shelf answers, or why it does not.
type Answer<T> = Result<T, Problem>;

/// All cards.
pub(super) async fn list(State(server): State<ServerState>) -> Response<Body> {
    text(on_shelf(&server, OpponentShelf::list).await)
}

/// One card with everything that is remembered.
pub(super) async fn details(
    State(server): State<ServerState>,
    Path(id): Path<String>,
) -> Response<Body> {
    text(on_card(&server, &id, OpponentShelf::details).await)
}

/// What is remembered, as a file.
pub(super) async fn export(
    State(server): State<ServerState>,
    Path(id): Path<String>,
) -> Response<Body> {
    match on_card(&server, &id, OpponentShelf::export).await {
        Ok(file) => {
            let mut response = answer(StatusCode::OK, "application/json", Body::from(file.text));
            if let Ok(place) = HeaderValue::from_str(&disposition(&file.name)) {
                response
                    .headers_mut()
                    .insert(header::CONTENT_DISPOSITION, place);
            }
            response
        }
        Err(refusal) => problem(&refusal),
    }
}

/// Returns the header that names a file to be saved: in ASCII, and in UTF-8 as RFC 6266 has it.
fn disposition(name: &str) -> String {
    let plain = name.replace(|letter: char| !letter.is_ascii(), "_");
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// Gives an opponent another name.
pub(super) async fn rename(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let change = |shelf: &OpponentShelf, id, command: &RenameCommand| shelf.rename(id, command);
    text(changed(&server, &id, request, change).await)
}

/// Makes two opponents one.
pub(super) async fn merge(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let change = |shelf: &OpponentShelf, id, command: &MergeCommand| shelf.merge(id, command);
    text(changed(&server, &id, request, change).await)
}

/// Forgets an opponent. Who sits or plays at the board under that name is a guest from then on.
pub(super) async fn forget(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let forgotten = async {
        let command: Arc<ForgetCommand> = Arc::new(read(request).await?);
        let asked = Arc::clone(&command);
        let meant = on_card(&server, &id, move |shelf, id| shelf.meant_names(id, &asked)).await?;
        let forgotten = Command::Forgotten(ForgottenCommand { meant });
        server
            .ask(|reply| SessionOrder::Command(forgotten, reply))
            .await?;
        on_card(&server, &id, move |shelf, id| shelf.forget(id, &command)).await
    };
    text(forgotten.await)
}

fn text(done: Answer<String>) -> Response<Body> {
    match done {
        Ok(text) => json(text),
        Err(refusal) => problem(&refusal),
    }
}

/// Reads a command, and does it.
async fn changed<T: DeserializeOwned + Send + 'static>(
    server: &ServerState,
    id: &str,
    request: Request,
    change: impl FnOnce(&OpponentShelf, i64, &T) -> Answer<String> + Send + 'static,
) -> Answer<String> {
    let command: T = read(request).await?;
    on_card(server, id, move |shelf, id| change(shelf, id, &command)).await
}

/// Does work on one card. An id that is no number is that of no opponent.
async fn on_card<T: Send + 'static>(
    server: &ServerState,
    id: &str,
    work: impl FnOnce(&OpponentShelf, i64) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let id = id.parse().unwrap_or(-1);
    on_shelf(server, move |shelf| work(shelf, id)).await
}

/// Does work that waits for the disk, on a thread of its own.
async fn on_shelf<T: Send + 'static>(
    server: &ServerState,
    work: impl FnOnce(&OpponentShelf) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let shelf = Arc::clone(&server.opponents);
    let done = tokio::task::spawn_blocking(move || work(&shelf)).await;
    done.unwrap_or_else(|_| Err(Problem::broke_down()))
}
