//! The files in `integrations/` for schedulers: the command in each, run as its scheduler would, does a part.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::shard::{merge, parts_in, plan};
use super::support::{folder, program};

const GAMES: &str = "selfplay --games 3 --nodes 20 --max-plies 60";

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("integrations")
        .join(name)
}

/// Prepares a command that finds the program under its name.
fn command(folder: &Path, words: &[String]) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = [program().parent().expect("a folder").to_owned()]
        .into_iter()
        .chain(std::env::split_paths(&path));
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .current_dir(folder)
        .env("BAYESCHESS_HOME", folder)
        .env_remove("BAYESCHESS")
        .env("PATH", std::env::join_paths(places).expect("a path"));
    command
}

/// Does the parts 0 to 2 by `part` and merges them.
fn all_parts(part: impl Fn(&Path, usize) -> Command) {
    let scratch = folder();
    let folder = scratch.path();
    plan(folder, "games.shards", "3", GAMES);
    for number in 0..3 {
        let status = part(folder, number).status().expect("started");
        assert!(status.success());
    }
    assert_eq!(parts_in(folder).len(), 3);
    merge(folder, "games.shards", "games.db");
}

/// The words of a shell script that is run with `arguments`.
#[cfg(unix)]
fn script(name: &str, arguments: &[&str]) -> Vec<String> {
    let script = file(name).to_str().expect("a path").to_owned();
    let arguments = arguments.iter().map(ToString::to_string);
    ["sh".to_owned(), script]
        .into_iter()
        .chain(arguments)
        .collect()
}

#[cfg(unix)]
#[test]
fn the_slurm_array_does_the_part_of_its_task() {
    let words = script("slurm/bayeschess.sbatch", &["games.shards", "parts"]);
    all_parts(|folder, number| {
        let mut task = command(folder, &words);
        task.env("SLURM_ARRAY_TASK_ID", number.to_string());
        task
    });
}

#[cfg(unix)]
#[test]
fn the_hyperqueue_job_does_the_part_of_its_task() {
    let words = script("hyperqueue/bayeschess.sh", &[]);
    all_parts(|folder, number| {
        let mut task = command(folder, &words);
        task.env("HQ_TASK_ID", number.to_string());
        task
    });
}

#[test]
fn the_kubernetes_job_does_the_part_of_its_index() {
    let text = fs::read_to_string(file("kubernetes/job.yaml")).expect("the job");
    let value = |key: &str| {
        let found = text
            .lines()
            .find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(": "));
        found.unwrap_or_else(|| panic!("no {key}")).to_owned()
    };
    assert_eq!(value("apiVersion"), "batch/v1");
    assert_eq!(value("kind"), "Job");
    assert_eq!(value("completionMode"), "Indexed");
    assert!(text.contains("annotations['batch.kubernetes.io/job-completion-index']"));
    // A list in one line of YAML is JSON.
    let words: Vec<String> = serde_json::from_str(&value("command")).expect("a list");
    all_parts(|folder, number| {
        let index = number.to_string();
        let words: Vec<String> = words
            .iter()
            .map(|word| word.replace("$(JOB_COMPLETION_INDEX)", &index))
            .collect();
        command(folder, &words)
    });
}
