//! The reading thread: opens sources, decompresses them and cuts them into chunks.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crossbeam_channel::{Receiver, Sender};

use super::options::{IngestOptions, SourceMarking};
use crate::pgn::chunk::{Chunk, Chunker};
use crate::pgn::source::PgnSource;
use crate::pgn::source_mark::{GrownStreams, KnownMarks, KnownPrefix, MarkBuilder};

/// A numbered piece of the sources, sent to a worker.
#[derive(Debug)]
pub(super) struct ReadTask {
    /// Number in the order of the sources.
    pub(super) number: u64,
    /// Content of the piece.
    pub(super) work: ReadItem,
}

/// A piece of the sources.
#[derive(Debug)]
pub(super) enum ReadItem {
    /// A stream begins.
    Begin {
        /// Name of the stream.
        name: String,
        /// Beginning of the stream that was read before.
        known: KnownPrefix,
    },
    /// Text of some games.
    Chunk(Chunk),
    /// A stream ends, or a source cannot be opened.
    End {
        /// Name of the stream or source that failed, with its error.
        failure: Option<(String, io::Error)>,
        /// Mark of the text; `None` if marks are not wanted.
        hash: Option<Box<MarkBuilder>>,
    },
}

/// A sender that numbers the pieces, until the receivers are gone.
struct ChunkSender<'a> {
    next: u64,
    tasks: &'a Sender<ReadTask>,
    memory: &'a Receiver<Vec<u8>>,
    /// Memory that was received and not used.
    spare: Option<Vec<u8>>,
    is_closed: bool,
}

impl ChunkSender<'_> {
    fn send(&mut self, work: ReadItem) {
        let number = self.next;
        self.next += 1;
        self.is_closed |= self.tasks.send(ReadTask { number, work }).is_err();
    }

    /// Receives memory for a chunk; `None` if no more is wanted.
    fn memory(&mut self) -> Option<Vec<u8>> {
        let memory = self.spare.take().or_else(|| self.memory.recv().ok());
        self.is_closed |= memory.is_none();
        memory
    }
}

/// Reads all sources in order.
pub(super) fn read(
    sources: &[PgnSource],
    options: &IngestOptions,
    bytes_read: &Arc<AtomicU64>,
    memory: &Receiver<Vec<u8>>,
    tasks: &Sender<ReadTask>,
) {
    let mut sender = ChunkSender {
        next: 0,
        tasks,
        memory,
        spare: None,
        is_closed: false,
    };
    // A limit for each player counts the games of a stream from its start.
    let grown = match options.selection.games_per_player {
        Some(_) => GrownStreams::ReadAgain,
        None => GrownStreams::Continued,
    };
    let known = KnownMarks::new(&options.known, grown);
    let mut used = HashSet::new();
    for source in sources {
        let mut prefixes = known_prefixes(source, &known).into_iter();
        let opened = source.each_stream(bytes_read, &mut |name, stream| {
            if !sender.is_closed {
                let prefix = prefixes.next().unwrap_or_default().unless_used(&mut used);
                read_stream(name, stream, prefix, options.marks, &mut sender);
            }
        });
        if let Err(error) = opened {
            sender.send(failure(source, error));
        }
        if sender.is_closed {
            return;
        }
    }
}

fn failure(source: &PgnSource, error: io::Error) -> ReadItem {
    ReadItem::End {
        failure: Some((source.name(), error)),
        hash: None,
    }
}

/// Returns the known beginning of each stream of a source.
///
/// A file is read once for this, up to the end of the longest mark. The streams of other sources count as new, because a
/// pipe can be read only once. After an error the streams before it keep their beginnings: the actual reading passes
/// these streams on as well, and then reports the error.
fn known_prefixes(source: &PgnSource, known: &KnownMarks<'_>) -> Vec<KnownPrefix> {
    let mut prefixes = Vec::new();
    if !known.is_empty() && source.file().is_some_and(Path::is_file) {
        let uncounted = Arc::new(AtomicU64::new(0));
        // The actual reading reports the error.
        let _ = source.each_stream(&uncounted, &mut |_, stream| {
            prefixes.push(KnownPrefix::longest_known(stream, known));
        });
    }
    prefixes
}

fn read_stream(
    name: &str,
    stream: &mut dyn Read,
    prefix: KnownPrefix,
    marks: SourceMarking,
    sender: &mut ChunkSender<'_>,
) {
    let mut marked = (marks == SourceMarking::Computed).then(MarkBuilder::default);
    let mut stream = prefix.skip(stream, marked.as_mut());
    let bytes = prefix.known().bytes;
    sender.send(ReadItem::Begin {
        name: name.to_owned(),
        known: prefix,
    });
    let mut chunks = Chunker::new(&mut stream, bytes, marked);
    while let Some(memory) = sender.memory() {
        let Some(chunk) = chunks.next_chunk(memory) else {
            sender.spare = Some(Vec::new());
            break;
        };
        sender.send(ReadItem::Chunk(chunk));
        if sender.is_closed {
            return;
        }
    }
    let failure = chunks.take_damage().map(|error| (name.to_owned(), error));
    sender.send(ReadItem::End {
        failure,
        hash: chunks.take_mark().map(Box::new),
    });
}
