//! The files of the page, from `web/dist`, embedded when the program is built.

use std::collections::BTreeMap;
use std::io::Write as _;

use axum::body::Body;
use axum::http::header::{self, HeaderMap};
use axum::http::{Method, Response, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};

use super::answer::problem;
use super::command::{Problem, ProblemCode};

static DIST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

/// The folder of files whose names contain a hash of their content.
const HASHED: &str = "assets/";

/// One file of the page.
#[derive(Debug)]
struct Asset {
    bytes: &'static [u8],
    /// The gzip-compressed file, if that is shorter.
    packed: Option<Vec<u8>>,
    tag: String,
    kind: &'static str,
}

/// All files of the page, by path.
#[derive(Debug)]
pub(super) struct Assets(BTreeMap<String, Asset>);

impl Assets {
    /// Compresses the embedded files.
    pub fn embedded() -> Self {
        let mut all = BTreeMap::new();
        collect(&DIST, &mut all);
        Self(all)
    }

    /// Responds to a request for a file. The client's path is only looked up, never opened.
    pub fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response<Body> {
        let name = path.trim_start_matches('/');
        let name = if name.is_empty() { "index.html" } else { name };
        let Some(asset) = self.0.get(name) else {
            let sentence = "this page does not exist";
            return problem(&Problem::new(ProblemCode::NotFound, sentence));
        };
        if method != Method::GET && method != Method::HEAD {
            let sentence = "a page can only be read";
            return problem(&Problem::new(ProblemCode::MethodNotAllowed, sentence));
        }
        let has = |header, word: &str| {
            headers
                .get_all(header)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(','))
                .any(|part| part.split(';').next().map(str::trim) == Some(word))
        };
        let mut answer = Response::builder()
            .header(header::ETAG, &asset.tag)
            .header(header::VARY, "Accept-Encoding")
            .header(header::CACHE_CONTROL, caching(name));
        if has(header::IF_NONE_MATCH, &asset.tag) {
            answer = answer.status(StatusCode::NOT_MODIFIED);
            return answer.body(Body::empty()).unwrap_or_default();
        }
        answer = answer.header(header::CONTENT_TYPE, asset.kind);
        let body = match &asset.packed {
            Some(packed) if has(header::ACCEPT_ENCODING, "gzip") => {
                answer = answer.header(header::CONTENT_ENCODING, "gzip");
                Body::from(packed.clone())
            }
            _ => Body::from(asset.bytes),
        };
        answer.body(body).unwrap_or_default()
    }
}

fn collect(folder: &Dir<'static>, all: &mut BTreeMap<String, Asset>) {
    for file in folder.files() {
        let bytes = file.contents();
        let name = file.path().to_string_lossy().replace('\\', "/");
        let hash = blake3::hash(bytes).to_hex();
        all.insert(
            name.clone(),
            Asset {
                bytes,
                packed: packed(bytes),
                tag: format!("\"{}\"", &hash[..16]),
                kind: kind(&name),
            },
        );
    }
    for below in folder.dirs() {
        collect(below, all);
    }
}

fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < bytes.len()).then_some(packed)
}

fn caching(name: &str) -> &'static str {
    if name.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_embedded_and_known_by_its_tag() {
        let assets = Assets::embedded();
        let mut headers = HeaderMap::new();
        let page = assets.answer(&Method::GET, "/", &headers);
        assert_eq!(page.status(), StatusCode::OK);
        assert_eq!(
            page.headers()[header::CONTENT_TYPE],
            "text/html; charset=utf-8"
        );
        headers.insert(header::IF_NONE_MATCH, page.headers()[header::ETAG].clone());
        let again = assets.answer(&Method::GET, "/index.html", &headers);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/assets",
        ] {
            let answer = assets.answer(&Method::GET, path, &headers);
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        }
        let written = assets.answer(&Method::POST, "/", &headers);
        assert_eq!(written.status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[test]
    fn everything_that_the_page_names_is_embedded() {
        let assets = Assets::embedded();
        let page = String::from_utf8_lossy(assets.0["index.html"].bytes);
        let named = page
            .split(['"', '\''])
            .filter(|word| word.starts_with("/assets/"));
        for path in named {
            let answer = assets.answer(&Method::GET, path, &HeaderMap::new());
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
        }
    }
}
