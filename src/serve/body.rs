//! The body of a command: JSON of a limited size that comes in a limited time.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header;
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use super::command::{Problem, ProblemCode};

/// The longest body, in bytes.
const LONGEST_BODY: usize = 1_000_000;

/// Number of bytes of a body that are read, whether they are kept or not.
const MOST_DROPPED: usize = 8 * LONGEST_BODY;

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Reads the body of a command.
///
/// # Errors
///
/// When it is no JSON object of that shape, too large, or too slow.
pub(super) async fn read<T: DeserializeOwned>(request: Request) -> Result<T, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Pages of other sites cannot send this kind without being asked for permission.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Problem::new(
            ProblemCode::UnsupportedMediaType,
            "a command is JSON: send Content-Type: application/json",
        ));
    }
    let bytes = timeout(PATIENCE, collect(request.into_body()))
        .await
        .map_err(|_| Problem::new(ProblemCode::Timeout, "the command took too long to come"))??;
    // A derived reader would take a list of values, too.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        let sentence = "a command is one JSON object";
        return Err(Problem::new(ProblemCode::BadRequest, sentence));
    }
    serde_json::from_slice(&bytes)
        .map_err(|error| Problem::new(ProblemCode::BadRequest, error.to_string()))
}

/// Collects the bytes of a command. Some of what is too much is read and dropped, since a client that is still writing
/// would not see the answer.
async fn collect(body: Body) -> Result<Vec<u8>, Problem> {
    let mut chunks = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(chunk) = chunks.next().await {
        let chunk =
            chunk.map_err(|_| Problem::new(ProblemCode::BadRequest, "the command broke off"))?;
        length += chunk.len();
        if length <= LONGEST_BODY {
            bytes.extend_from_slice(&chunk);
        } else if length > MOST_DROPPED {
            break;
        }
    }
    if length > LONGEST_BODY {
        let sentence = format!("a command has at most {LONGEST_BODY} bytes");
        return Err(Problem::new(ProblemCode::TooLarge, sentence));
    }
    Ok(bytes)
}
