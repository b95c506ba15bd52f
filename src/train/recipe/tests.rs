//! Reading recipes, rejecting faults, and comparing hashes.

use std::fs;
use std::path::Path;

use super::*;

const SMALL: &str =
    "title = \"x\"\nstart = \"initial\"\nseed = 1\n\n[games]\nnumber = 20\nnodes = 10\n";

fn refused(text: &str) -> String {
    TrainingRecipe::parse(Path::new("r.toml"), text)
        .expect_err("refused")
        .to_string()
}

#[test]
fn what_is_left_out_has_a_default_and_canonical_text_reads_back() {
    let recipe = TrainingRecipe::parse(Path::new("r.toml"), SMALL).expect("a recipe");
    assert_eq!(recipe.method, Method::Trial);
    let again = TrainingRecipe::parse(Path::new("r.toml"), &recipe.canonical()).expect("a recipe");
    assert_eq!(again, recipe);
    let mut longer = recipe.clone();
    longer.schedule.generations += 5;
    assert_eq!(longer.hash(), recipe.hash());
    longer.games.nodes += 1;
    assert_ne!(longer.hash(), recipe.hash());
}

/// Checks that comments, and the order of the keys, do not change the hash.
#[test]
fn comments_and_order_leave_the_hash_as_it_is() {
    let parsed = |text: &str| TrainingRecipe::parse(Path::new("r.toml"), text).expect("a recipe");
    let told = SMALL
        .replace("seed = 1\n", "")
        .replace("title", "# Much is said here.\nseed = 1 # and here\ntitle");
    assert_eq!(parsed(&told).hash(), parsed(SMALL).hash());
    let other = told.replace("seed = 1", "seed = 2");
    assert_ne!(parsed(&other).hash(), parsed(SMALL).hash());
}

#[test]
fn faults_are_named_with_their_line() {
    let misspelt = refused(&SMALL.replace("nodes", "noods"));
    assert!(
        misspelt.contains("line 7") && misspelt.contains("noods"),
        "{misspelt}"
    );
    let odd = refused(&SMALL.replace("20", "21"));
    assert!(odd.contains("line 6: number = 21"), "{odd}");
    let far = refused(&format!(
        "{SMALL}[step]\nrule = \"shrunk\"\ngain = 0.3\nmost = 9.0\n"
    ));
    assert!(far.contains("line 11: most = 9: the trust region"), "{far}");
    let design = refused(&format!("{SMALL}[design]\nphases = 2.0\n"));
    assert!(design.contains("line 9: phases = 2"), "{design}");
    let test = format!("{SMALL}[validation.sprt]\nelo0 = 5.0\nelo1 = 0.0\ngames = 100\n");
    assert!(refused(&test).contains("line 9: elo0 = 5, elo1 = 0"));
    let odd = test.replace("5.0", "-1.0").replace("100", "3");
    assert!(refused(&odd).contains("line 11: games = 3"));
    let fit = refused(&format!("{SMALL}[positions]\ngames = 20\nrung = 7.0\n"));
    assert!(fit.contains("line 10: rung = 7: expected"), "{fit}");
    let teacher = refused(&format!("{SMALL}[positions]\nteacher = 50\n"));
    assert!(
        teacher.contains("line 9: searches need nodes and a share"),
        "{teacher}"
    );
    for name in ["nonsense", "random"] {
        assert!(refused(&SMALL.replace("initial", name)).contains("line 2"));
    }
}

/// Checks lines of keys whose names occur in several tables.
#[test]
fn the_line_is_that_of_the_key_in_its_own_table() {
    let text = format!(
        "{SMALL}[widths]\nshare = 0.1\nterms = {{ space = 2.0 }}\n[positions]\ngames = 2\nshare = 0.5\n\
         [step]\nrule = \"shrunk\"\ngain = 0.3\nmost = 1.0\n[validation]\ngames = 4\n"
    );
    assert!(TrainingRecipe::parse(Path::new("r.toml"), &text).is_ok());
    for (right, wrong, what) in [
        ("share = 0.5", "share = 7.0", "line 13: share = 7"),
        ("share = 0.1", "share = 7.0", "line 9: share = 7"),
        ("games = 4", "games = 3", "line 19: games = 3"),
        ("games = 2", "games = 1", "line 12: games = 1"),
        ("most = 1.0", "most = 3.0", "line 17: most = 3"),
        ("space = 2.0", "space = 0.0", "line 10: space = 0"),
    ] {
        let said = refused(&text.replace(right, wrong));
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn a_step_belongs_to_its_method_and_has_its_own_settings_alone() {
    let with = |method: &str, step: &str| {
        let text = SMALL.replace("seed", &format!("method = \"{method}\"\nseed"));
        format!("{text}[step]\n{step}")
    };
    let accept = with("random-search", "rule = \"accept\"\n");
    assert!(TrainingRecipe::parse(Path::new("r.toml"), &accept).is_ok());
    let said = refused(&format!("{accept}gian = 0.3\n"));
    assert!(said.contains("gian"), "{said}");
    let said = refused(&with("spsa", "rule = \"shrunk\"\ngain = 0.3\nmost = 1.0\n"));
    assert!(
        said.contains("line 10: rule = 'shrunk' is not a step"),
        "{said}"
    );
    let most = with("trial", "rule = \"arg_max\"\n");
    let said = refused(&most);
    assert!(said.contains("line 10: rule = 'arg_max'"), "{said}");
    let even = format!("{most}[design]\nspread = \"uniform\"\n");
    assert!(TrainingRecipe::parse(Path::new("r.toml"), &even).is_ok());
    let said = refused(&with("spsa", "rule = \"spsa\"\nrate = 1e9\n"));
    assert!(said.contains("line 11: rate = 1000000000"), "{said}");
}

#[test]
fn terms_may_have_widths_of_their_own() {
    let text = format!("{SMALL}[widths]\nshare = 0.1\nleast = 4.0\nterms = {{ space = 1.0 }}\n");
    let recipe = TrainingRecipe::parse(Path::new("r.toml"), &text).expect("a recipe");
    let widths = [(Term::Space, 3), (Term::Space, -50), (Term::Attack, 3)]
        .map(|(term, weight)| recipe.widths.of(term, weight));
    assert_eq!(widths.map(f64::to_bits), [1.0, 5.0, 4.0].map(f64::to_bits));
    let again = TrainingRecipe::parse(Path::new("r.toml"), &recipe.canonical()).expect("a recipe");
    assert_eq!(again, recipe);
    let unknown = refused(&text.replace("space", "spice"));
    assert!(
        unknown.contains("line 11") && unknown.contains("'spice' is not a term"),
        "{unknown}"
    );
    assert!(refused(&text.replace("space = 1", "space = 0")).contains("line 11: space = 0"));
}

#[test]
fn steps_and_widths_fade() {
    let mut recipe = TrainingRecipe::parse(Path::new("r.toml"), SMALL).expect("a recipe");
    recipe.schedule.steps = 0.5;
    recipe.schedule.widths = 0.5;
    let UpdateRule::Shrunk { gain, most, .. } = recipe.rule(2) else {
        panic!("the default of a trial");
    };
    assert!((gain - 0.33 / 4.0).abs() < 1e-12 && (most - 1.5 / 4.0).abs() < 1e-12);
    assert!((recipe.width_factor(1) - 0.5).abs() < 1e-12);
}

#[test]
fn games_grow_and_fields_shrink() {
    let text = format!("{SMALL}[design]\nneighbours = 2.0\nphases = 0.8\n");
    let mut recipe = TrainingRecipe::parse(Path::new("r.toml"), &text).expect("a recipe");
    let same = recipe.hash();
    assert_eq!(
        (recipe.games_of(7), recipe.design_of(7)),
        (20, recipe.design)
    );
    recipe.schedule.games = 1.26;
    recipe.schedule.field = 0.5;
    assert_ne!(recipe.hash(), same);
    recipe.schedule.generations = 3;
    assert_eq!(
        [0, 1, 2].map(|number| recipe.games_of(number)),
        [20, 26, 32]
    );
    assert_eq!(recipe.games_of_first(3), 78);
    let design = recipe.design_of(2);
    assert!((design.neighbours - 0.5).abs() < 1e-12 && (design.phases - 0.2).abs() < 1e-12);
    assert!(refused(&format!("{SMALL}[schedule]\ngames = 0.5\n")).contains("line 9: games = 0.5"));
    recipe.schedule.games = 2.0;
    assert_eq!(recipe.games_of(4_000), 1_000_000_000);
}

#[test]
fn only_a_trial_of_like_levels_remembers() {
    let with = |lines: &str| format!("{SMALL}[schedule]\nmemory = 2\n{lines}");
    let recipe = TrainingRecipe::parse(Path::new("r.toml"), &with("")).expect("a recipe");
    let mut short = recipe.clone();
    short.schedule.memory = 1;
    assert_ne!(recipe.hash(), short.hash());
    let shrinking = refused(&with("widths = 0.9\n"));
    assert!(
        shrinking.contains("line 9: memory = 2: counts of several generations"),
        "{shrinking}"
    );
    assert!(
        refused(&with("[positions]\ngames = 20\n")).contains("line 9: memory = 2: counts along")
    );
    let spsa = with("").replacen("seed", "method = \"spsa\"\nseed", 1);
    assert!(refused(&spsa).contains("line 10: memory = 2: only a trial"));
    assert!(refused(&with("").replace("memory = 2", "memory = 0")).contains("are at least 1"));
}

#[test]
fn what_would_do_nothing_is_refused() {
    let all = "[validation]\ngames = 0\nnodes = 9\n";
    for (lines, said) in [
        (
            format!("{all}[validation.sprt]\nelo0 = 0.0\nelo1 = 5.0\ngames = 20\n"),
            "games = 0: without validations",
        ),
        (
            format!("{all}[schedule]\npatience = 2\n"),
            "patience = 2: without validations",
        ),
        (
            "[design]\ntwins = \"apart\"\n[step]\nrule = \"shrunk\"\ngain = 0.3\nmost = 1.0\nneighbours = 1.0\n"
                .to_owned(),
            "neighbours = 1: neighbours inform",
        ),
    ] {
        let error = refused(&format!("{SMALL}{lines}"));
        assert!(error.contains(said), "{error}");
    }
    let long = SMALL.replacen("nodes", "opening_plies = 41\nnodes", 1);
    assert!(refused(&long).contains("opening_plies = 41: expected 0 to 40"));
}

#[test]
fn thompson_draws_otherwise_in_every_training_and_generation() {
    let lines = "[step]\nrule = \"thompson\"\ngain = 0.3\nmost = 1.0\nseed = 1\n";
    let mut recipe =
        TrainingRecipe::parse(Path::new("r.toml"), &format!("{SMALL}{lines}")).expect("a recipe");
    let mut seeds = Vec::new();
    for seed in [1, 2] {
        recipe.seed = seed;
        seeds.extend([0, 1].map(|generation| match recipe.rule(generation) {
            UpdateRule::Thompson { seed, .. } => seed,
            other => panic!("{other:?}"),
        }));
    }
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 4);
}

#[test]
fn a_rule_alone_has_the_steps_of_its_method() {
    for (method, rule) in [(Method::Trial, "shrunk"), (Method::Spsa, "spsa")] {
        let text = format!("{SMALL}[step]\nrule = \"{rule}\"\n");
        let recipe: TrainingRecipe = toml::from_str(&text).expect("a recipe");
        assert_eq!(recipe.step, Some(method.usual_step()));
    }
}

#[test]
fn recipes_that_are_shipped_can_be_read() {
    let training = Path::new(env!("CARGO_MANIFEST_DIR")).join("training");
    let folders = [training.clone(), training.join("methods")];
    let files = folders.iter().flat_map(|folder| {
        let files = fs::read_dir(folder).expect("a folder of recipes");
        files.map(|file| file.expect("a file").path())
    });
    let mut read = 0;
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "toml")) {
        let name = file.file_stem().and_then(|name| name.to_str());
        // Experiments have their own kind of recipes.
        if name.is_some_and(|name| name.starts_with("table-") || name == "quickstart") {
            continue;
        }
        TrainingRecipe::read(&file).expect("a recipe");
        read += 1;
    }
    assert!(read >= 25, "{read}");
}
