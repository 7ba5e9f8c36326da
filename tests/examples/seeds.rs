//! Writes the texts of the specs that fuzzing begins with into a folder, in a folder for each corpus:
//! `cargo run -p azml-tests --example seeds FOLDER`.

use std::path::Path;

use azml_tests::properties::{spec_folders, spec_texts};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_default();
    let folder = Path::new(&folder);
    let mut corpora = spec_texts();
    corpora.insert("text", spec_folders());
    for (corpus, texts) in corpora {
        let folder = folder.join(corpus);
        std::fs::create_dir_all(&folder)?;
        for (number, text) in texts.iter().enumerate() {
            std::fs::write(folder.join(format!("spec-{number}")), text)?;
        }
    }
    Ok(())
}
