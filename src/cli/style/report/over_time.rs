//! How style and results changed over time, in words.

use bayeschess::learn::style_report::{
    DatePrecision, MissingTrend, StyleReport, Trend, TrendChange, TrendPeriod,
};

use super::peers::{Section, SectionLine, games};
use super::phrases::agreeing;

/// Returns the changes over time, or a sentence that says why none can be told.
pub(super) fn over_time(report: &StyleReport) -> Vec<Section> {
    let among = &report.among_peers;
    let section = |lines, note| Section {
        title: "Over time",
        lines,
        note,
    };
    let found = among.trend.iter();
    let found = found.map(|trend| section(changes(trend), order(trend)));
    let reason = among.missing_trend.iter();
    let reason = reason.map(|reason| {
        let why = SectionLine::new(missing(*reason));
        section(vec![why], String::new())
    });
    found.chain(reason).collect()
}

fn changes(trend: &Trend) -> Vec<SectionLine> {
    let mut lines: Vec<SectionLine> = trend.periods.iter().map(period).collect();
    lines.push(SectionLine::new(change(
        "from defensive to attacking",
        1.0,
        &trend.attacking,
    )));
    lines.push(SectionLine::new(change(
        "points beyond expectation in 100 games",
        100.0,
        &trend.points,
    )));
    lines
}

/// Says how the games are ordered.
fn order(trend: &Trend) -> String {
    let undated = if trend.is_dated {
        ""
    } else {
        "games without a date are left out; "
    };
    format!(
        "the order is that of dates; {undated}games that the dates do not tell apart count as played at one time; the \
         change is a straight line through all these games"
    )
}

/// Says why no change can be told.
fn missing(reason: MissingTrend) -> String {
    match reason {
        MissingTrend::FewGames {
            games: dated,
            enough,
        } => {
            let dated = agreeing(dated, "game has", "games have");
            format!("too few games: {dated} a date, and {enough} are needed")
        }
        MissingTrend::OneDate {
            precision,
            games: count,
        } => {
            let told = match precision {
                DatePrecision::Year => "year",
                DatePrecision::Month => "month",
                DatePrecision::Day => "day",
            };
            format!(
                "no change can be told: the dates tell only the {told} of {}, and none divides the games into earlier \
                 and later ones",
                games(count)
            )
        }
        MissingTrend::OneSided { enough } => format!(
            "no change can be told: the dates leave fewer than {} known to be earlier, or later, than the others",
            games(enough)
        ),
    }
}

fn period(period: &TrendPeriod) -> SectionLine {
    let years = match period.years {
        Some([first, last]) if first == last => format!("{first}, "),
        Some([first, last]) => format!("{first} to {last}, "),
        None => String::new(),
    };
    SectionLine::new(format!(
        "{years}{}: attacking {:+.2} ± {:.2}, points {:+.1} ± {:.1}",
        games(period.games),
        period.attacking,
        period.attacking_error_95,
        100.0 * period.beyond,
        100.0 * period.beyond_error_95
    ))
}

fn change(what: &str, unit: f64, change: &TrendChange) -> String {
    let verdict = if change.is_beyond_chance {
        ""
    } else {
        ", which may be chance"
    };
    format!(
        "change from first to last, {what}: {:+.2} ± {:.2}{verdict}",
        unit * change.change,
        unit * change.error_95
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_trend_the_section_says_why() {
        for (reason, words) in [
            (
                MissingTrend::OneDate {
                    precision: DatePrecision::Year,
                    games: 300,
                },
                "no change can be told: the dates tell only the year of 300 games, and none divides the games into \
                 earlier and later ones",
            ),
            (
                MissingTrend::FewGames {
                    games: 1,
                    enough: 40,
                },
                "too few games: 1 game has a date, and 40 are needed",
            ),
            (
                MissingTrend::OneSided { enough: 20 },
                "no change can be told: the dates leave fewer than 20 games known to be earlier, or later, than the \
                 others",
            ),
        ] {
            assert_eq!(missing(reason), words);
        }
    }
}
