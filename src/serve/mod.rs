//! The local page: play against the engine in a browser, and see its estimate of your style and strength.
//!
//! Start at [`serve()`]; `routes` lists the addresses. It is a server for this machine only, and `openapi.json`
//! describes its interface. One thread, the *session*, owns the engine and the game. Request handlers send it commands,
//! and return its state, which is also published as server-sent events. The state is saved beside the database, so a
//! game continues after the server was killed.
//!
//! May use: L0, `board`, `book`, `model`, `pgn`, `store`, `search`, `opponent`, `engine`, `play`, `protocol`, `arena`,
//! `learn`, `train`.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod access;
mod answer;
mod assets;
mod body;
mod command;
mod error;
mod events;
mod facts;
mod forgotten;
mod learned_player;
mod me;
mod me_routes;
mod opponent_routes;
mod opponents;
mod routes;
mod run_routes;
pub mod runs;
mod saved;
mod server_state;
mod session;
pub mod settings;
pub mod time_setting;
mod wire;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use error::ServeError;
pub use opponents::{LearnedGames, OpponentKeeper};

use crate::cancel::CancelFlag;
use crate::engine::Engine;
use crate::files::{WriteGuard, folder_of};
use crate::protocol::GameSink;
use crate::store::MeantNames;
use access::Access;
use forgotten::ForgottenCommand;
use me::PlayerReports;
use opponents::OpponentShelf;
use routes::router;
use runs::RunCatalog;
use server_state::ServerState;
use session::{PageSession, SessionOrder, SessionParts};

/// The most connections at one time.
const MOST_CONNECTIONS: usize = 512;

/// How long the header of a request may take to arrive.
const HEAD_TIME: Duration = Duration::from_secs(20);

/// The longest header of a request, in bytes.
const LONGEST_HEAD: usize = 64 * 1024;

/// Interval at which the server looks for the stop flag.
const LOOK: Duration = Duration::from_millis(50);

/// Worker threads of the server, which waits most of the time.
const THREADS: usize = 2;

/// The settings of a server.
#[derive(Debug)]
pub struct ServeSettings {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// The database of games; the saved state is beside it.
    pub database: PathBuf,
    /// The folder below which runs are looked for, two levels deep.
    pub runs: PathBuf,
    /// True if clients may start runs.
    pub may_start: bool,
    /// Largest file of games for a report, in bytes.
    pub most_upload: u64,
    /// How users write the heuristic that the engine plays.
    pub heuristic: String,
}

/// The two engines of the session.
#[derive(Debug)]
pub struct SessionEngines {
    /// The one that plays.
    pub player: Engine,
    /// The one that gives hints, warns and reviews, at full strength.
    pub assistant: Engine,
}

/// Serves the page until the flag is raised. `ready` is told the address to open, once it can be opened.
///
/// # Errors
///
/// [`ServeError`] if the address is in use, another server uses the database, or the saved state cannot be used.
pub fn serve(
    settings: ServeSettings,
    engines: SessionEngines,
    sink: Box<dyn GameSink + Send>,
    keeper: Box<dyn OpponentKeeper>,
    stop: &CancelFlag,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let file = saved::file_beside(&settings.database);
    let _guard = guard(&file, &settings.database)?;
    let mut saved = saved::load(&file)?;
    if saved.token.is_empty() {
        saved.token = new_token();
    }
    let token = saved.token.clone();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .thread_name("serve")
        .enable_io()
        .enable_time()
        .build()?;
    let address = SocketAddr::new(settings.address, settings.port);
    let listener = runtime
        .block_on(TcpListener::bind(address))
        .map_err(|source| ServeError::Listen { address, source })?;
    let port = listener.local_addr()?.port();
    let (orders, queue) = crossbeam_channel::unbounded();
    let parts = SessionParts {
        engine: engines.player,
        assistant: engines.assistant,
        sink,
        heuristic: settings.heuristic,
        file,
        saved,
    };
    let (session, published) = PageSession::new(parts, orders.clone());
    let work = std::thread::Builder::new()
        .name("session".to_owned())
        .spawn(move || session.work(&queue))?;
    let me = PlayerReports::new(
        folder_of(&settings.database).to_owned(),
        settings.most_upload,
    );
    let opponents = OpponentShelf::new(settings.database, keeper);
    let runs = RunCatalog::new(settings.runs, settings.may_start);
    let server = ServerState::new(orders.clone(), published, me, opponents, runs);
    runtime.spawn(Arc::clone(&server.runs).watch());
    let app = router(server, Access::new(settings.address, port, &token));
    ready(&url(settings.address, port, &token));
    runtime.block_on(accept(listener, app, || {
        stop.is_raised() || work.is_finished()
    }));
    // the session may have ended already.
    let _ = orders.send(SessionOrder::End);
    let ended = work.join();
    runtime.shutdown_background();
    ended.map_err(|_| ServeError::BrokeDown)
}

/// Makes a guest of somebody who is forgotten in the state of a page that does not run. Returns true if one of the
/// spellings stood there, in any capitals.
///
/// # Errors
///
/// [`ServeError::AtTheBoard`] if a page that runs has the name, or [`ServeError`] if the state cannot be read or written.
pub fn forget_saved(database: &Path, meant: MeantNames) -> Result<bool, ServeError> {
    let file = saved::file_beside(database);
    let forgotten = ForgottenCommand { meant };
    if !saved::load(&file)?.forget(&forgotten) {
        return Ok(false);
    }
    let _guard = guard(&file, database).map_err(|error| match error {
        ServeError::SecondServer(database) => ServeError::AtTheBoard(database),
        error => error,
    })?;
    // A page that has just ended may have written it once more.
    let mut saved = saved::load(&file)?;
    if saved.forget(&forgotten) {
        saved::save(&file, &saved)?;
    }
    Ok(true)
}

/// Locks a database for one server at a time.
fn guard(file: &Path, database: &Path) -> Result<WriteGuard, ServeError> {
    WriteGuard::acquire(file).map_err(|source| match source.kind() {
        io::ErrorKind::WouldBlock => ServeError::SecondServer(database.to_owned()),
        _ => ServeError::State {
            file: file.to_owned(),
            source,
        },
    })
}

fn new_token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Returns the address to open.
fn url(address: IpAddr, port: u16, token: &str) -> String {
    let host = match address {
        _ if address.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    };
    format!("http://{host}:{port}/?token={token}")
}

/// Accepts connections until the server ends.
async fn accept(listener: TcpListener, app: Router, is_over: impl Fn() -> bool) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let next = async {
            let permit = Arc::clone(&room).acquire_owned().await.ok()?;
            Some((listener.accept().await, permit))
        };
        tokio::select! {
            () = end(&is_over) => return,
            taken = next => match taken {
                Some((Ok((stream, _)), permit)) => {
                    tokio::spawn(answer(stream, app.clone(), permit));
                }
                // An error such as too many open files may pass; try again.
                Some((Err(_), _)) => tokio::time::sleep(LOOK).await,
                None => return,
            },
        }
    }
}

async fn end(is_over: &impl Fn() -> bool) {
    while !is_over() {
        tokio::time::sleep(LOOK).await;
    }
}

async fn answer(stream: TcpStream, app: Router, _permit: OwnedSemaphorePermit) {
    // Without this option responses only take longer.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .await;
    // The client closed the connection, or did not speak HTTP.
    drop(served);
}
