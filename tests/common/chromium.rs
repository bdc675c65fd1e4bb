//! Chromium, and pages that catch what goes wrong in it: for the reports of `crates/report/tests/report/browser.rs` and the playground of
//! `tests/cli/playground.rs`.

/// Chromium, from `CHROMIUM` or by its name.
pub(crate) fn chromium() -> String {
    std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned())
}

/// Catches what goes wrong before anything else runs.
const WATCH: &str = r"<script nonce='watch'>
window.wrong = [];
window.addEventListener('error', event => wrong.push('error: ' + event.message));
window.addEventListener('securitypolicyviolation', event => {
  if (event.blockedURI === 'inline') window.refused = (window.refused ?? 0) + 1;
  else wrong.push('request: ' + event.blockedURI);
});
for (const level of ['error', 'warn']) console[level] = (...words) => wrong.push(level + ': ' + words.join(' '));
</script>";

/// Returns a page that catches what goes wrong, with a script at its end. Its policy allows these two scripts as well.
pub(crate) fn watched(page: &str, script: &str) -> String {
    page.replacen("script-src ", "script-src 'nonce-watch' ", 1)
        .replacen("<style>", &format!("{WATCH}\n<style>"), 1)
        .replacen("</body>", &format!("{script}\n</body>"), 1)
}
