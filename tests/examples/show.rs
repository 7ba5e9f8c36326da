use azml_rules::syntax::*;
fn show(n: Node, d: usize) {
    println!("{}{:?}{}", "  ".repeat(d), n, if n.is_repaired() { " REPAIRED" } else { "" });
    for c in n.children() {
        show(c, d + 1);
    }
}
fn main() {
    for a in std::env::args().skip(1) {
        let t = a.replace("\\n", "\n").replace("\\t", "\t");
        println!("--- {t:?}");
        let tree = parse(t.as_str());
        for d in tree.documents() {
            show(d, 1);
        }
        for e in tree.errors() {
            println!(
                "  ERR {:?} {} | {:?} | {:?}",
                e.range.slice(&t),
                e.message,
                e.help,
                e.opened.as_ref().map(|o| (o.0.slice(&t), &o.1))
            );
        }
    }
}
