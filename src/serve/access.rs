//! Access control: the request's host and origin must be this server's, and its token valid.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::answer::problem;
use super::command::{Problem, ProblemCode};

/// The token and the host names of this server.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// True if the server listens to this machine alone.
    is_local: bool,
    port: u16,
    token: blake3::Hash,
    cookie_name: String,
    cookie: Option<HeaderValue>,
}

/// What a request presents to identify itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Credential {
    None,
    /// The token in the address or a header.
    Token,
    Cookie,
}

/// The headers of every response. They allow no inline script; style attributes are needed by the board.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
         img-src 'self' data:; font-src 'self' data:; media-src 'self' data:; connect-src 'self'; \
         worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

impl Access {
    pub fn new(address: IpAddr, port: u16, token: &str) -> Self {
        // Browsers do not separate cookies by port, so each server uses a name of its own.
        let cookie_name = format!("bayeschess_{port}");
        let cookie = format!("{cookie_name}={token}; Path=/; HttpOnly; SameSite=Strict");
        Self {
            is_local: address.is_loopback(),
            port,
            token: blake3::hash(token.as_bytes()),
            cookie_name,
            cookie: HeaderValue::from_str(&cookie).ok(),
        }
    }

    /// Returns true if a host name is this server's. A name that merely resolves to its address is not (DNS
    /// rebinding).
    fn is_ours(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        if host.contains('@') || authority.port_u16().unwrap_or(80) != self.port {
            return false;
        }
        let name = authority.host();
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let name = name.trim_start_matches('[').trim_end_matches(']');
        name.parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback() || !self.is_local)
    }

    fn has_our_host(&self, request: &Request) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return false;
        };
        let in_uri = request.uri().authority().map(Authority::as_str);
        host.to_str().is_ok_and(|host| self.is_ours(host))
            && in_uri.is_none_or(|authority| self.is_ours(authority))
    }

    /// Returns true if the header `Origin` is this server's. Scripts of other sites always send their own.
    fn has_our_origin(&self, headers: &HeaderMap) -> bool {
        headers.get_all(header::ORIGIN).iter().all(|origin| {
            let host = origin
                .to_str()
                .ok()
                .and_then(|origin| origin.strip_prefix("http://"));
            host.is_some_and(|host| self.is_ours(host))
        })
    }

    /// Compares hashes, in a time that does not depend on where they differ.
    fn is_token(&self, word: &str) -> bool {
        blake3::hash(word.as_bytes()) == self.token
    }

    fn credential(&self, request: &Request) -> Credential {
        let query = request.uri().query().unwrap_or_default();
        let in_query = query
            .split('&')
            .filter_map(|pair| pair.strip_prefix("token="))
            .any(|word| self.is_token(word));
        let headers = request.headers();
        let in_header = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .is_some_and(|word| self.is_token(word.trim()));
        if in_query || in_header {
            return Credential::Token;
        }
        let has_cookie = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|cookies| cookies.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(name, value)| name == self.cookie_name && self.is_token(value));
        if has_cookie {
            Credential::Cookie
        } else {
            Credential::None
        }
    }

    fn refusal(&self, request: &Request, credential: Credential) -> Option<&'static str> {
        if !self.has_our_host(request) {
            return Some(
                "this address is not the server's; open the one that 'bayeschess serve' printed",
            );
        }
        if !self.has_our_origin(request.headers()) {
            return Some("another site may not ask this server");
        }
        let path = request.uri().path();
        let needs_token = !self.is_local || path == "/api" || path.starts_with("/api/");
        (needs_token && credential == Credential::None)
            .then_some("the token is missing; open the address that 'bayeschess serve' printed")
    }
}

/// Refuses requests without access, and adds the headers to every response.
pub(super) async fn guard(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    let credential = access.credential(&request);
    let is_page = request.uri().path() == "/";
    let mut response = match access.refusal(&request, credential) {
        Some(sentence) => problem(&Problem::new(ProblemCode::Forbidden, sentence)).into_response(),
        None => next.run(request).await,
    };
    let is_granted = response.status().is_success() || response.status().is_redirection();
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_page && is_granted && credential == Credential::Token {
        headers.extend(
            access
                .cookie
                .clone()
                .map(|cookie| (header::SET_COOKIE, cookie)),
        );
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, Ipv6Addr};

    #[test]
    fn only_addresses_of_this_server_are_ours() {
        let local = Access::new(Ipv4Addr::LOCALHOST.into(), 8000, "t");
        let open = Access::new(Ipv4Addr::UNSPECIFIED.into(), 8000, "t");
        for (host, by_local, by_open) in [
            ("127.0.0.1:8000", true, true),
            ("localhost:8000", true, true),
            ("LOCALHOST:8000", true, true),
            ("[::1]:8000", true, true),
            ("192.168.1.7:8000", false, true),
            ("127.0.0.1", false, false),
            ("127.0.0.1:8001", false, false),
            ("evil.example:8000", false, false),
            ("127.0.0.1.evil.example:8000", false, false),
            ("localhost.evil.example:8000", false, false),
            ("user@127.0.0.1:8000", false, false),
            ("127.0.0.1:8000@evil.example", false, false),
            ("", false, false),
            (":8000", false, false),
        ] {
            assert_eq!(local.is_ours(host), by_local, "{host}");
            assert_eq!(open.is_ours(host), by_open, "{host}");
        }
        let on_80 = Access::new(Ipv6Addr::LOCALHOST.into(), 80, "t");
        assert!(on_80.is_ours("localhost") && on_80.is_ours("[::1]"));
    }
}
