//! A picture of a terminal: a text with the color codes of ANSI, as SVG.
//!
//! Every piece has its place and width in cells, so that columns are straight in any font.

use std::fmt::Write as _;

/// Width and height of a cell in pixels: that of a letter of a monospaced font of 13.3 pixels.
const CELL: (usize, usize) = (8, 18);
const FONT_SIZE: &str = "13.3";
const FONTS: &str = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
/// A longer line goes on in the next row.
const COLUMNS: usize = 100;
const MARGIN: usize = 16;
/// The least contrast with the background is 7 : 1, but for dim text.
const BACKGROUND: &str = "#16191d";
const FOREGROUND: &str = "#e3e6ea";
const DIM: &str = "#8b949e";

/// How letters are drawn.
#[derive(Clone, Copy, Debug, Default)]
struct Style {
    color: Option<&'static str>,
    is_bold: bool,
    is_dim: bool,
    is_underlined: bool,
}

impl Style {
    /// The style after an escape with these codes, such as `1;33`.
    fn after(mut self, codes: &str) -> Self {
        for code in codes.split(';') {
            match code {
                "1" => self.is_bold = true,
                "2" => self.is_dim = true,
                "4" => self.is_underlined = true,
                "31" => self.color = Some("#ff7b72"),
                "32" => self.color = Some("#7ee787"),
                "33" => self.color = Some("#e3b341"),
                "34" => self.color = Some("#79b8ff"),
                "35" => self.color = Some("#d2a8ff"),
                "36" => self.color = Some("#56d4dd"),
                "0" | "" => self = Self::default(),
                other => panic!("no color for {other}"),
            }
        }
        self
    }

    fn attributes(self) -> String {
        let plain = if self.is_dim { DIM } else { FOREGROUND };
        let mut attributes = format!(" fill=\"{}\"", self.color.unwrap_or(plain));
        for (is_set, attribute) in [
            (self.is_bold, " font-weight=\"bold\""),
            (self.is_underlined, " text-decoration=\"underline\""),
        ] {
            attributes.push_str(if is_set { attribute } else { "" });
        }
        attributes
    }
}

/// Returns the picture of `text`, which is called `title` for those who do not see it.
pub fn svg(title: &str, text: &str) -> String {
    let (mut pieces, mut style, mut row) = (String::new(), Style::default(), 0);
    for line in text.lines() {
        let mut column = 0;
        for (at, piece) in line.split("\u{1b}[").enumerate() {
            let mut rest = piece;
            if let Some((codes, shown)) = piece.split_once('m').filter(|_| at > 0) {
                (style, rest) = (style.after(codes), shown);
            }
            while let Some((end, _)) = rest.char_indices().nth(COLUMNS - column) {
                draw(&mut pieces, (row, column), style, &rest[..end]);
                (row, column, rest) = (row + 1, 0, &rest[end..]);
            }
            draw(&mut pieces, (row, column), style, rest);
            column += rest.chars().count();
        }
        row += 1;
    }
    let (width, height) = (2 * MARGIN + COLUMNS * CELL.0, 2 * MARGIN + row * CELL.1);
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\" font-size=\"{FONT_SIZE}\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n{pieces}</svg>\n"
    )
}

/// Draws `shown` from a row and column on; blanks around it are left out.
fn draw(pieces: &mut String, (row, column): (usize, usize), style: Style, shown: &str) {
    let text = shown.trim();
    if text.is_empty() {
        return;
    }
    let blanks = shown.chars().take_while(|c| c.is_whitespace()).count();
    let (x, y) = (
        MARGIN + (column + blanks) * CELL.0,
        MARGIN + row * CELL.1 + CELL.1 * 3 / 4,
    );
    let width = text.chars().count() * CELL.0;
    let _ = writeln!(
        pieces,
        "<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{}>{}</text>",
        style.attributes(),
        escaped(text)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_their_place_and_color() {
        let picture = svg("a & b", "$ x\n  \u{1b}[1;33m<w>\u{1b}[0m  é y");
        let pieces: Vec<&str> = picture
            .lines()
            .filter(|it| it.starts_with("<text"))
            .collect();
        assert_eq!(pieces.len(), 3, "{picture}");
        assert!(
            pieces[1].starts_with("<text x=\"32\" y=\"47\" textLength=\"24\""),
            "{picture}"
        );
        assert!(
            pieces[1].ends_with(" fill=\"#e3b341\" font-weight=\"bold\">&lt;w&gt;</text>"),
            "{picture}"
        );
        // Letters are counted, not bytes; blanks between colors count, too.
        assert!(
            pieces[2].starts_with("<text x=\"72\" y=\"47\" textLength=\"24\""),
            "{picture}"
        );
        assert!(picture.contains("<title>a &amp; b</title>"));
        assert!(
            picture.starts_with(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"832\" height=\"68\""
            ),
            "{picture}"
        );
        let long = svg("", &"x".repeat(COLUMNS + 1));
        assert_eq!(long.matches("<text").count(), 2, "{long}");
        assert!(
            long.contains("<text x=\"16\" y=\"47\" textLength=\"8\""),
            "{long}"
        );
    }
}
