//! Writes the texts that fuzzing begins with into a folder, one file for each heading of the specs:
//! `cargo run -p azml-tests --example seeds FOLDER`.

use std::path::Path;

use azml_tests::properties::spec_folders;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_default();
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (number, text) in spec_folders().iter().enumerate() {
        std::fs::write(folder.join(format!("spec-{number}")), text)?;
    }
    Ok(())
}
