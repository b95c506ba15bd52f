//! The paths of runs and recipes.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::Response;

use super::answer::{json, problem};
use super::body::read;
use super::command::{Command, Problem, ProblemCode};
use super::runs::{
    AgainstCommand, DraftCommand, EmptyCommand, ExtendCommand, RunCatalog, RunChange, SaveCommand,
    StartCommand,
};
use super::server_state::ServerState;
use super::session::SessionOrder;

/// What a path of runs answers.
type Answer = Result<String, Problem>;

/// All runs.
pub(super) async fn list(State(server): State<ServerState>) -> Response<Body> {
    text(on_catalog(&server, |runs| Ok(runs.list())).await)
}

/// One run with its figures.
pub(super) async fn details(
    State(server): State<ServerState>,
    Path(id): Path<String>,
) -> Response<Body> {
    let found = move |runs: &RunCatalog| {
        let sentence = "there is no such run; ask for the list at /api/runs";
        runs.details(&id)
            .ok_or_else(|| Problem::new(ProblemCode::NoSuchRun, sentence))
    };
    text(on_catalog(&server, found).await)
}

/// The learned tables of a training.
pub(super) async fn tables(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let generation = generation_in(request.uri().query().unwrap_or_default());
    text(match generation {
        Ok(generation) => on_catalog(&server, move |runs| runs.tables(&id, generation)).await,
        Err(refusal) => Err(refusal),
    })
}

/// A parameter of a training by generation.
pub(super) async fn history(
    State(server): State<ServerState>,
    Path((id, parameter)): Path<(String, String)>,
) -> Response<Body> {
    text(on_catalog(&server, move |runs| runs.history(&id, &parameter)).await)
}

/// A game against the model of a generation.
pub(super) async fn play(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let game = async {
        let AgainstCommand { generation } = read(request).await?;
        let player = on_catalog(&server, move |runs| runs.player(&id, generation)).await?;
        let command = Command::Against(player);
        server
            .ask(|reply| SessionOrder::Command(command, reply))
            .await
    };
    text(game.await)
}

/// Returns the generation in a query, if one is asked for.
fn generation_in(query: &str) -> Result<Option<usize>, Problem> {
    let asked = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("generation="));
    let wrong = |_| Problem::new(ProblemCode::BadRequest, "a generation is a number from 1");
    asked.map(str::parse).transpose().map_err(wrong)
}

/// The recipes that can be made, with every key explained.
pub(super) async fn recipes(State(server): State<ServerState>) -> Response<Body> {
    text(on_catalog(&server, |runs| Ok(runs.recipes())).await)
}

/// A recipe as it would be written, or its fault.
pub(super) async fn check(request: Request) -> Response<Body> {
    let command = read::<DraftCommand>(request).await;
    text(command.map(RunCatalog::draft))
}

/// Saves a recipe.
pub(super) async fn save(State(server): State<ServerState>, request: Request) -> Response<Body> {
    text(match read::<SaveCommand>(request).await {
        Ok(command) => on_catalog(&server, move |runs| runs.save(command)).await,
        Err(refusal) => Err(refusal),
    })
}

/// Starts a run.
pub(super) async fn start(State(server): State<ServerState>, request: Request) -> Response<Body> {
    text(match read::<StartCommand>(request).await {
        Ok(command) => on_catalog(&server, move |runs| runs.start(command)).await,
        Err(refusal) => Err(refusal),
    })
}

/// Asks a run to stop cleanly.
pub(super) async fn pause(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let change = read::<EmptyCommand>(request).await;
    changed(&server, id, change.map(|EmptyCommand {}| RunChange::Pause)).await
}

/// Goes on with a run that has stopped.
pub(super) async fn go_on(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let change = read::<EmptyCommand>(request).await;
    changed(&server, id, change.map(|EmptyCommand {}| RunChange::GoOn)).await
}

/// Gives a run more games or generations, and goes on with it.
pub(super) async fn extend(
    State(server): State<ServerState>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    let change = read::<ExtendCommand>(request).await;
    changed(&server, id, change.map(RunChange::Extend)).await
}

async fn changed(
    server: &ServerState,
    id: String,
    change: Result<RunChange, Problem>,
) -> Response<Body> {
    text(match change {
        Ok(change) => on_catalog(server, move |runs| runs.change(&id, change)).await,
        Err(refusal) => Err(refusal),
    })
}

fn text(answer: Answer) -> Response<Body> {
    match answer {
        Ok(text) => json(text),
        Err(refusal) => problem(&refusal),
    }
}

/// Does work that waits for the disk, on a thread of its own.
async fn on_catalog<T: Send + 'static>(
    server: &ServerState,
    work: impl FnOnce(&RunCatalog) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let runs = Arc::clone(&server.runs);
    let done = tokio::task::spawn_blocking(move || work(&runs)).await;
    done.unwrap_or_else(|_| Err(Problem::broke_down()))
}
