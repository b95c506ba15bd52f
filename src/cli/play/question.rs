//! Questions before the first move.

use super::lines::TypedLine;

/// Asks until there is an answer that `read` understands; `None` if the user leaves.
///
/// `prompts` are the first question and that after an answer that was not understood. `at_end` is the answer of an input
/// that has ended.
pub(super) fn ask<T>(
    prompts: &[String; 2],
    at_end: T,
    read: impl Fn(&str) -> Option<T>,
    mut next: impl FnMut(String) -> anyhow::Result<TypedLine>,
) -> anyhow::Result<Option<T>> {
    let [first, again] = prompts;
    let mut prompt = first;
    loop {
        match next(prompt.clone())? {
            TypedLine::End => return Ok(Some(at_end)),
            TypedLine::Interrupted => return Ok(None),
            TypedLine::Line(line) => {
                if let Some(answer) = read(line.trim()) {
                    return Ok(Some(answer));
                }
            }
        }
        prompt = again;
    }
}

/// Asks with the answers in `text`, line by line; returns the answer and the prompts.
#[cfg(test)]
pub(super) fn answered<T>(
    text: &str,
    ask: impl FnOnce(&mut dyn FnMut(String) -> anyhow::Result<TypedLine>) -> anyhow::Result<Option<T>>,
) -> (Option<T>, Vec<String>) {
    let mut lines = text.lines();
    let mut prompts = Vec::new();
    let answer = ask(&mut |prompt| {
        prompts.push(prompt);
        let line = lines.next().map(|line| match line {
            "^C" => TypedLine::Interrupted,
            line => TypedLine::Line(line.to_owned()),
        });
        Ok(line.unwrap_or(TypedLine::End))
    });
    (answer.expect("read"), prompts)
}
