//! Compiles configuration, capabilities and permissions into the app.

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    for input in ["src-tauri/capabilities", "src-tauri/permissions", "ui/dist"] {
        println!("cargo:rerun-if-changed={input}");
    }
    // a fresh clone must compile before its first `npm run build`
    let page = Path::new("ui/dist/index.html");
    if !page.exists() {
        fs::create_dir_all("ui/dist")?;
        fs::write(page, "<!doctype html><title>Loci</title><p>npm --prefix ui run build</p>")?;
    }
    tauri_build::try_build(
        tauri_build::Attributes::new()
            .capabilities_path_pattern("./src-tauri/capabilities/**/*")
            .app_manifest(
                tauri_build::AppManifest::new()
                    .permissions_path_pattern("./src-tauri/permissions/**/*"),
            ),
    )?;
    // schemas for editors only; without them the repository's top level stays as it is
    let _ = fs::remove_dir_all("gen");
    Ok(())
}
