//! The report as a self-contained HTML page, for a browser or a printer.

use std::fmt::Write as _;

use super::{chart, text};
use bayeschess::learn::style_report::{ResultLine, StyleReason, StyleReport};

const STYLE: &str = "\
body{font:16px/1.45 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222}\
h1{margin-bottom:0}h2{border-bottom:1px solid #ccc;margin-top:1.6em}\
table{border-collapse:collapse;width:100%}td,th{padding:.25em .5em;vertical-align:top;text-align:left;\
border-bottom:1px solid #eee}svg{width:100%;font:13px sans-serif}svg.bar{width:120px;height:12px}\
.see{color:#555;font-size:.9em}.number{text-align:right;white-space:nowrap}\
@media print{body{margin:0;max-width:none}h2{page-break-after:avoid}tr{page-break-inside:avoid}}";

/// Writes the page; `model` is the checksum of the style model.
pub(super) fn page(portrait: &StyleReport, model: &str) -> String {
    let name = escaped(&portrait.player);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{name}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{name}</h1>\n<p>{}</p>\n<ul>",
        escaped(&text::base(portrait))
    );
    for (spelling, games) in &portrait.spellings {
        let _ = write!(page, "<li>{} ({games} games)</li>", escaped(spelling));
    }
    let _ = write!(
        page,
        "</ul>\n<h2>The style</h2>\n<p>{}</p>\n{}\n<p class=\"see\">&minus;1 is the typical defensive \
         player, +1 the typical attacking one; the bar is the 95&nbsp;% interval.</p>\n",
        escaped(&text::sentence(&portrait.verdict)),
        chart::scale(portrait)
    );
    for line in text::by_color(portrait) {
        let _ = writeln!(page, "<p>{}</p>", escaped(&line));
    }
    if let Some(complicating) = portrait.verdict.axes.complicating {
        let _ = writeln!(
            page,
            "<p>{}</p>\n<p class=\"see\">{}.</p>",
            escaped(&text::exchanges(&complicating)),
            text::COMPLICATING_SCALE
        );
    }
    let _ = writeln!(
        page,
        "<p>A typical game: {}</p>",
        escaped(&text::shown(&portrait.typical))
    );
    let _ = write!(
        page,
        "<p>Single games, from defensive to attacking ({} games):</p>\n{}\n",
        portrait.games,
        chart::histogram(portrait)
    );
    for pair in text::reasons(portrait).chunks(2) {
        // Bars of both ends of one axis have one scale.
        let both = pair.iter().flat_map(|(_, reasons)| *reasons);
        let most = both.map(|reason| reason.weight.abs() + reason.error_95);
        let most = most.fold(0.0, f64::max);
        for (title, reasons) in pair {
            let _ = writeln!(page, "<h2>{title}</h2>");
            write_reasons(&mut page, reasons, most, portrait.games);
        }
    }
    for (title, lines) in [
        ("Results", &portrait.records.all),
        ("Openings with White", &portrait.records.white),
        ("Openings with Black", &portrait.records.black),
        ("The course of the games", &portrait.records.course),
    ] {
        let _ = writeln!(page, "<h2>{title}</h2>");
        write_lines(&mut page, lines);
    }
    page.push_str("<h2>Advice to an opponent</h2>\n");
    write_advice(&mut page, portrait);
    let _ = write!(
        page,
        "<p class=\"see\">Reasons are log-odds of naive Bayes with their 95&nbsp;% intervals; those that \
         reach nought are left out. Advice stands out among all choices that were looked at. What went \
         with worse results need not have caused them. In the tables {}. Model {}, BayesChess {}.</p>\n\
         </body></html>\n",
        text::RATINGS,
        escaped(model),
        env!("CARGO_PKG_VERSION")
    );
    page
}

fn write_reasons(page: &mut String, reasons: &[StyleReason], most: f64, games: u64) {
    if reasons.is_empty() {
        let _ = writeln!(page, "<p>Nothing beyond chance in {games} games.</p>");
        return;
    }
    page.push_str("<table>\n");
    for reason in reasons {
        let _ = writeln!(
            page,
            "<tr><td class=\"number\">{:+.3}&nbsp;±&nbsp;{:.3}<br>{}</td><td>{}<br>\
             <span class=\"see\">See {}</span></td></tr>",
            reason.weight,
            reason.error_95,
            chart::weight(reason.weight, reason.error_95, most),
            escaped(&text::told(reason)),
            escaped(&text::shown(&reason.example))
        );
    }
    page.push_str("</table>\n");
}

fn write_lines(page: &mut String, lines: &[ResultLine]) {
    if lines.is_empty() {
        page.push_str("<p>Too few games.</p>\n");
        return;
    }
    page.push_str("<table>\n");
    for line in lines {
        let by_rating = line.by_rating.as_ref();
        let by_rating = by_rating.map(|found| format!("<br>{}", text::by_rating(found)));
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"number\">{} games<br>{}</td><td>{}{}<br>\
             <span class=\"see\">Such as {}</span></td></tr>",
            escaped(&line.name),
            line.record.games(),
            chart::results(&line.record),
            text::record(&line.record),
            by_rating.unwrap_or_default(),
            escaped(&text::shown(&line.example))
        );
    }
    page.push_str("</table>\n");
}

fn write_advice(page: &mut String, portrait: &StyleReport) {
    if portrait.advice.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", text::no_advice(portrait));
        return;
    }
    page.push_str("<ul>\n");
    for advice in &portrait.advice {
        let _ = writeln!(
            page,
            "<li><b>{}</b>: {}.<br><span class=\"see\">See {}</span></li>",
            escaped(&advice.choice),
            escaped(&text::weighed(advice)),
            escaped(&text::shown(&advice.example))
        );
    }
    page.push_str("</ul>\n");
}

/// Escapes text from PGN files for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_tags() {
        assert_eq!(escaped("<b>\"A\" & B"), "&lt;b&gt;&quot;A&quot; &amp; B");
    }
}
