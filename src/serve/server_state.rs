//! The shared state of the request handlers: the session, its published state, the database and the page.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::Sender;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::time::timeout;

use super::assets::Assets;
use super::command::{Problem, ProblemCode};
use super::me::PlayerReports;
use super::opponents::OpponentShelf;
use super::runs::RunCatalog;
use super::session::{Published, SessionOrder};

/// How long the session may take to respond.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most event streams at one time.
const MOST_STREAMS: usize = 256;

/// The shared state of the request handlers.
#[derive(Clone)]
pub(super) struct ServerState {
    pub orders: Sender<SessionOrder>,
    pub published: watch::Receiver<Published>,
    pub streams: Arc<Semaphore>,
    pub me: Arc<PlayerReports>,
    pub opponents: Arc<OpponentShelf>,
    pub assets: Arc<Assets>,
    pub runs: Arc<RunCatalog>,
}

impl ServerState {
    pub fn new(
        orders: Sender<SessionOrder>,
        published: watch::Receiver<Published>,
        me: PlayerReports,
        opponents: OpponentShelf,
        runs: RunCatalog,
    ) -> Self {
        Self {
            orders,
            published,
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            me: Arc::new(me),
            opponents: Arc::new(opponents),
            assets: Arc::new(Assets::embedded()),
            runs: Arc::new(runs),
        }
    }

    /// Sends an order to the session, and waits for its reply.
    pub async fn ask<T>(
        &self,
        order: impl FnOnce(oneshot::Sender<Result<T, Problem>>) -> SessionOrder,
    ) -> Result<T, Problem> {
        let (sender, answer) = oneshot::channel();
        let late = || {
            Problem::new(
                ProblemCode::Timeout,
                "the engine does not answer; try again",
            )
        };
        self.orders.send(order(sender)).map_err(|_| late())?;
        match timeout(PATIENCE, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) | Err(_) => Err(late()),
        }
    }
}
