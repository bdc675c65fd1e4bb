//! The Content-Security-Policy of a page: its own style and script, named by their SHA-256 digests, and no request. Markup that slipped
//! into the page could run nothing.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

/// Returns the policy of a page with one style element and one script element of these contents.
pub(super) fn policy(style: &str, script: &str) -> String {
    let source = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    format!("default-src 'none'; style-src {}; script-src {}", source(style), source(script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_and_script_are_named_by_their_digests() {
        // NIST's examples of SHA-256, in Base64.
        let (abc, empty) =
            ("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        let expected = format!("default-src 'none'; style-src 'sha256-{abc}'; script-src 'sha256-{empty}'");
        assert_eq!(policy("abc", ""), expected);
    }
}
