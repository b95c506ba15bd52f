//! Whether two paths name the same file; an output must not replace an input.

use std::fs;
use std::path::Path;

use super::error::WriteError;
use super::folder::folder_of;

/// Returns true if two paths name the same existing file, symbolic and hard links included.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let (Ok(first), Ok(second)) = (fs::metadata(one), fs::metadata(other)) else {
        return false;
    };
    is_same_node(&first, &second)
        || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

#[cfg(unix)]
fn is_same_node(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// On other systems hard links are not recognised.
#[cfg(not(unix))]
const fn is_same_node(_one: &fs::Metadata, _other: &fs::Metadata) -> bool {
    false
}

/// Returns an error for an output that is one of the inputs, even if `--force` allows replacing files.
///
/// # Errors
///
/// [`WriteError::Input`].
pub fn check_not_input<P: AsRef<Path>>(
    output: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), WriteError> {
    let is_input = |input: P| is_same_file(output, input.as_ref());
    if inputs.into_iter().any(is_input) {
        return Err(WriteError::Input(output.to_owned()));
    }
    Ok(())
}

/// Refuses outputs of one command that would replace one another, whether they exist or not.
///
/// # Errors
///
/// [`WriteError::Twice`].
pub fn check_distinct<P: AsRef<Path>>(outputs: &[P]) -> Result<(), WriteError> {
    for (place, output) in outputs.iter().enumerate() {
        let output = output.as_ref();
        let is_same = |other: &P| is_same_place(output, other.as_ref());
        if outputs.iter().take(place).any(is_same) {
            return Err(WriteError::Twice(output.to_owned()));
        }
    }
    Ok(())
}

/// Returns true if two paths name the same file, or the same new file of one folder.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let folder = |path: &Path| folder_of(path).canonicalize().ok();
    is_same_file(one, other)
        || (one.file_name() == other.file_name()
            && folder(one).is_some()
            && folder(one) == folder(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_under_every_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).expect("made");
        fs::write(at("games.pgn"), "x").expect("written");
        fs::write(at("other.pgn"), "x").expect("written");
        let names = ["games.pgn", "sub/../games.pgn", "./games.pgn"];
        let links: &[&str] = if cfg!(unix) {
            &["soft.pgn", "hard.pgn"]
        } else {
            &[]
        };
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("games.pgn"), at("soft.pgn")).expect("linked");
            fs::hard_link(at("games.pgn"), at("hard.pgn")).expect("linked");
        }
        for name in names.iter().chain(links).map(|name| at(name)) {
            let refused = check_not_input(&name, [at("other.pgn"), at("games.pgn")]);
            assert!(matches!(refused, Err(WriteError::Input(_))), "{name:?}");
        }
        for name in ["other.pgn", "new.pgn"] {
            assert!(check_not_input(&at(name), [at("games.pgn")]).is_ok());
        }
        assert!(check_not_input(&at("new.pgn"), [at("new.pgn")]).is_ok());
    }

    #[test]
    fn outputs_that_replace_one_another_are_refused_before_they_exist() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).expect("made");
        for names in [
            ["a.svg", "a.svg"],
            ["a.svg", "sub/../a.svg"],
            ["./a.svg", "a.svg"],
        ] {
            let refused = check_distinct(&names.map(at));
            assert!(matches!(refused, Err(WriteError::Twice(_))), "{names:?}");
        }
        for names in [
            ["a.svg", "b.svg"],
            ["a.svg", "sub/a.svg"],
            ["gone/a.svg", "away/a.svg"],
        ] {
            assert!(check_distinct(&names.map(at)).is_ok(), "{names:?}");
        }
    }
}
