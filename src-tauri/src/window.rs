//! The one window: what it may load, and where it may go, which is nowhere.

use tauri::{App, Url, WebviewWindowBuilder, webview::NewWindowResponse};

/// Opens the window that `tauri.conf.json` describes.
pub fn open(app: &App) -> Result<(), Box<dyn std::error::Error>> {
    let config = app.config().app.windows.first().ok_or("no window is configured")?;
    let window = WebviewWindowBuilder::from_config(app, config)?
        // nothing of the webview's is written to disk; a driven window must share its driver's profile
        .incognito(std::env::var_os("TAURI_WEBVIEW_AUTOMATION").is_none())
        .on_navigation(is_ours)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .build()?;
    crate::locking::put_back(&window)?;
    Ok(())
}

/// The app's own pages; in development also those of the UI's server.
fn is_ours(url: &Url) -> bool {
    let served = matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    );
    served || (tauri::is_dev() && url.host_str() == Some("127.0.0.1"))
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn the_window_stays_at_home() {
        let check = |url: &str| is_ours(&url.parse().unwrap());
        assert!(check("tauri://localhost/index.html"));
        assert!(check("http://tauri.localhost/"));
        for elsewhere in
            ["https://example.org/", "file:///etc/passwd", "data:text/html,x", "tauri://other/"]
        {
            assert!(!check(elsewhere), "{elsewhere}");
        }
    }
}
