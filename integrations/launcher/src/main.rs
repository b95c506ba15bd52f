//! Starts the build of BayesChess that this processor can run, with the same arguments and the same streams.
//!
//! The builds are `bayeschess-x86-64-v3` (processors since 2013) and `bayeschess-x86-64` (all of 64 bits). They lie beside this
//! program, or in `../lib/bayeschess`.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Returns true if the processor and the operating system have what x86-64-v3 consists of.
#[cfg(target_arch = "x86_64")]
fn is_v3() -> bool {
    macro_rules! all {
        ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
    }
    all!("cmpxchg16b" "popcnt" "sse3" "ssse3" "sse4.1" "sse4.2")
        && all!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe")
}

#[cfg(not(target_arch = "x86_64"))]
compile_error!("other processors have one build, which needs no launcher");

fn build_name() -> &'static str {
    match (is_v3(), cfg!(windows)) {
        (true, false) => "bayeschess-x86-64-v3",
        (false, false) => "bayeschess-x86-64",
        (true, true) => "bayeschess-x86-64-v3.exe",
        (false, true) => "bayeschess-x86-64.exe",
    }
}

/// Finds the build, beside this program or in `../lib/bayeschess`, whatever link this program was called by.
fn find(name: &str) -> io::Result<PathBuf> {
    let program = env::current_exe()?.canonicalize()?;
    let folder = program.parent().unwrap_or(Path::new("."));
    [folder.join(name), folder.join("../lib/bayeschess").join(name)]
        .into_iter()
        .find(|file| file.is_file())
        .ok_or_else(|| {
            let folder = folder.display();
            let what = format!("{name} is missing in {folder} and in {folder}/../lib/bayeschess; install BayesChess again");
            io::Error::new(io::ErrorKind::NotFound, what)
        })
}

/// Becomes the program; returns only if that fails.
#[cfg(unix)]
fn start(file: &Path, name: &OsStr) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    // The program's help shows the name that it was called by.
    Err(Command::new(file)
        .arg0(name)
        .args(env::args_os().skip(1))
        .exec())
}

/// Runs the program and ends as it does.
#[cfg(not(unix))]
fn start(file: &Path, _name: &OsStr) -> io::Result<ExitCode> {
    let status = Command::new(file).args(env::args_os().skip(1)).status()?;
    std::process::exit(status.code().unwrap_or(2));
}

fn main() -> ExitCode {
    let name = env::args_os().next().unwrap_or_else(|| "bayeschess".into());
    find(build_name())
        .and_then(|file| {
            start(&file, &name).map_err(|error| {
                io::Error::new(
                    error.kind(),
                    format!("{} could not be started: {error}", file.display()),
                )
            })
        })
        .unwrap_or_else(|error| {
            eprintln!("bayeschess: {error}");
            ExitCode::from(2)
        })
}
