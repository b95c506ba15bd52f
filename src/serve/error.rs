//! The error for a page that cannot be served.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::files::WriteError;

/// The error for a page that cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use or not allowed.
    #[error(
        "{address}: cannot be listened to ({source}); another server may run there: name another port with --port, or 0 for any free one"
    )]
    Listen {
        /// The address asked for.
        address: SocketAddr,
        /// The system's error.
        source: io::Error,
    },
    /// Another server uses this database.
    #[error(
        "{}: another 'bayeschess serve' uses this database; go on in its page, or name another database with --db",
        .0.display()
    )]
    SecondServer(PathBuf),
    /// Somebody who is to be forgotten has a place in the page that runs for this database.
    #[error(
        "{}: the page that is open for this database shows this name; forget it there, among the opponents, or end \
         'bayeschess serve' and give the command again",
        .0.display()
    )]
    AtTheBoard(PathBuf),
    /// The saved state beside the database cannot be used.
    #[error("{}: the state of the page cannot be used ({source})", file.display())]
    State {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The state could not be written.
    #[error("the game could not be saved: {0}")]
    Save(#[from] WriteError),
    /// The thread that owns the game has panicked.
    #[error(
        "the server failed because of an error in the program; start it again: the game goes on from its last move"
    )]
    BrokeDown,
    /// The system refused a thread or a socket.
    #[error("the server could not start: {0}; end other programs first")]
    System(#[from] io::Error),
}
