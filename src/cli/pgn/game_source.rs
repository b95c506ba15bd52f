//! The games that a command reads: PGN files, or a database.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};

use bayeschess::collection::database_source;
use bayeschess::foreign::shell_path;
use bayeschess::pgn::PgnSource;

/// The first bytes of every SQLite database.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// PGN files, or a database in their place.
#[derive(Clone, Debug, clap::Args)]
pub struct GameSourceArgs {
    /// PGN files, compressed or not, folders of them, or '-' for standard input
    #[arg(value_name = "PATH", required_unless_present = "db")]
    paths: Vec<PathBuf>,
    /// Read the games of this database instead of PGN; 'db import' fills one
    #[arg(
        long,
        visible_alias = "database",
        value_name = "FILE",
        conflicts_with = "paths"
    )]
    db: Option<PathBuf>,
}

impl GameSourceArgs {
    /// Returns the sources that the arguments name.
    pub fn find(&self) -> anyhow::Result<Vec<PgnSource>> {
        if let Some(file) = &self.db {
            return Ok(vec![database_source(file)?]);
        }
        for path in &self.paths {
            ensure!(
                !is_database(path),
                "{0}: this is a database, and no PGN; give it as --db {0}",
                path.display()
            );
        }
        find_sources(&self.paths)
    }
}

/// Returns the sources that paths name, as [`PgnSource::find`] does. If several do not exist, the error names all; a
/// database is refused.
pub fn find_sources(paths: &[PathBuf]) -> anyhow::Result<Vec<PgnSource>> {
    let missing: Vec<String> = paths
        .iter()
        .filter(|path| path.as_os_str() != "-")
        .filter_map(|path| {
            let error = fs::metadata(path).err()?;
            Some(format!("{}: cannot be read ({error})", path.display()))
        })
        .collect();
    ensure!(
        missing.len() < 2,
        "{}; check these paths and their permissions",
        missing.join("; ")
    );
    if let Some(database) = paths.iter().find(|path| is_database(path)) {
        bail!(
            "{}: this is a database, and no PGN; 'bayeschess db export {} --pgn FILE' writes its games as PGN",
            database.display(),
            shell_path(database)
        );
    }
    Ok(PgnSource::find(paths)?)
}

/// Returns true for a file that begins like a database. A pipe is not opened, since it can be read only once.
pub fn is_database(path: &Path) -> bool {
    let mut begin = [0; SQLITE.len()];
    path.is_file()
        && File::open(path)
            .is_ok_and(|mut file| file.read_exact(&mut begin).is_ok() && begin == *SQLITE)
}
