import { useTexts } from '../../i18n';
import type { Adaptation, EloFigure, TrialRow } from '../../net/runs';
import { IntervalRow, widest } from './Interval';

/** Arms or fixed policies, each with its games, its score and the interval of its Elo. */
function Rows({ rows, nameOf }: { rows: TrialRow[]; nameOf(name: string): string }) {
  const texts = useTexts();
  const number = new Intl.NumberFormat(texts.locale);
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const most = widest(rows);
  return (
    <ul class="intervals">
      {rows.map((row) => (
        <IntervalRow
          key={row.name}
          name={nameOf(row.name)}
          elo={row.elo}
          error={row.elo_error_95}
          widest={most}
          note={texts.runs.adaptation.row(number.format(row.games), percent.format(row.score))}
        />
      ))}
    </ul>
  );
}

/** What a trial of adaptation tells so far, as `lab adapt` reports it; null for one of another version. */
export function AdaptationView({ adaptation }: { adaptation: Adaptation | null }) {
  const texts = useTexts();
  const words = texts.runs.adaptation;
  if (!adaptation) return <p class="detail">{words.otherVersion}</p>;
  const known: [string, EloFigure | null][] = [
    [words.minusBestFixed(adaptation.best_fixed ?? ''), adaptation.adaptive_minus_best_fixed],
    [words.minusPlacebo, adaptation.adaptive_minus_placebo],
    [words.memory, adaptation.memory_minus_adaptive],
    [words.headroom, adaptation.headroom],
  ];
  const differences = known.flatMap(([name, figure]) => (figure ? [{ name, ...figure }] : []));
  const most = widest(differences);
  const policies = (
    <>
      <p class="detail">{words.policiesHelp}</p>
      <Rows rows={adaptation.policies} nameOf={(name) => name} />
    </>
  );
  const isChoosing = adaptation.arms.length === 0;
  return (
    <div class="adaptation">
      {differences.length > 0 && (
        <>
          <h4>{words.differences}</h4>
          <p class="detail">{words.differencesHelp}</p>
          <ul class="intervals">
            {differences.map((row) => (
              <IntervalRow key={row.name} name={row.name} elo={row.elo} error={row.elo_error_95} widest={most} />
            ))}
          </ul>
        </>
      )}
      {!isChoosing && (
        <>
          <h4>{words.arms}</h4>
          <p class="detail">{words.armsHelp}</p>
          <Rows rows={adaptation.arms} nameOf={(name) => words.armNames[name] ?? name} />
        </>
      )}
      {adaptation.policies.length === 0 ? (
        <p class="detail">{words.begun}</p>
      ) : isChoosing ? (
        <>
          <h4>{words.policies}</h4>
          {policies}
        </>
      ) : (
        <details>
          <summary>{words.policies}</summary>
          {policies}
        </details>
      )}
    </div>
  );
}
