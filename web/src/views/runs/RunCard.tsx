import { FigureTable } from '../../FigureTable';
import { useTexts } from '../../i18n';
import type { Run, RunDetails, RunScore, RunTest } from '../../net/runs';
import { Forecasts } from './Forecasts';
import { LearnedView } from './LearnedView';
import { ToneKey } from './Marker';
import { OwnControls } from './OwnControls';
import { PlayAgainst } from './PlayAgainst';
import { TuningView } from './TuningView';
import { AdaptationView } from './AdaptationView';
import { eloText, IntervalAxis, IntervalRow, widest } from './Interval';

/** The sequential test as a bar that fills toward one of its ends. */
function TestBar({ test }: { test: RunTest }) {
  const texts = useTexts();
  const filled = test.verdict === 'continue' ? Math.min(1, Math.abs(test.ratio) / test.bound) : 1;
  const isUp = test.ratio >= 0;
  const number = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
  const elo = new Intl.NumberFormat(texts.locale, { signDisplay: 'exceptZero' });
  const said = texts.runs.sprt(
    number.format(test.ratio),
    number.format(test.bound),
    test.verdict,
    elo.format(isUp ? test.elo1 : test.elo0),
    Math.round(100 * filled),
  );
  return (
    <div class="sprt">
      <div class="ends" aria-hidden="true">
        <span>{texts.runs.atMost(elo.format(test.elo0))}</span>
        <span>{texts.runs.atLeast(elo.format(test.elo1))}</span>
      </div>
      <div class={`track ${test.verdict}`} role="img" aria-label={said}>
        <i class="mark middle" />
        <i
          class={`fill ${isUp ? 'up' : 'down'}`}
          style={isUp ? { left: '50%', width: `${50 * filled}%` } : { right: '50%', width: `${50 * filled}%` }}
        />
      </div>
      <p class="detail">{said}</p>
      {test.verdict !== 'continue' && <p class="detail">{texts.runs.endedEarly}</p>}
    </div>
  );
}

/** A probability, which is never said to be certain. */
function probability(locale: string, share: number): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  if (share >= 0.9995) return `> ${format.format(0.999)}`;
  return share < 0.0005 ? `< ${format.format(0.001)}` : format.format(share);
}

function Score({ score, run }: { score: RunScore; run: Run }) {
  const texts = useTexts();
  const number = new Intl.NumberFormat(texts.locale);
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <p class="lead">
        {texts.runs.score(score.first, score.second, texts.runs.elo(eloText(texts.locale, score.elo, score.elo_error_95)))}
      </p>
      <ul class="intervals">
        <IntervalRow name={score.first} elo={score.elo} error={score.elo_error_95} widest={widest([score])} />
      </ul>
      <p class="detail">
        {texts.runs.results(score.wins, score.draws, score.losses)}{' '}
        {texts.runs.share(percent.format(score.score), score.first, probability(texts.locale, score.superiority))}
      </p>
      {run.decided_after !== null && (
        <p class="detail">{texts.runs.decided(number.format(run.decided_after), run.games - run.decided_after)}</p>
      )}
      <p class="detail">{texts.runs.pairs(score.pairs)}</p>
    </>
  );
}

function Curve({ details }: { details: RunDetails }) {
  const texts = useTexts();
  const curve = details.curve;
  if (!curve) return null;
  const number = new Intl.NumberFormat(texts.locale);
  return (
    <>
      <p class="detail">{texts.runs.generations(curve.points.length, curve.generations)}</p>
      <details>
        <summary>{texts.runs.asTable}</summary>
        <FigureTable
          label={texts.runs.curve}
          heads={[texts.runs.generation, texts.runs.games, 'Elo', texts.runs.test]}
          rows={curve.points.map((point) => ({
            key: point.generation,
            cells: [
              point.generation,
              number.format(point.games),
              point.elo === null ? '–' : eloText(texts.locale, point.elo, point.elo_error_95 ?? 0),
              point.test ? texts.runs.verdicts[point.test] : '–',
            ],
          }))}
        />
      </details>
    </>
  );
}

/** The heading of a run's card, by its id in the page. */
export const cardHeading = (id: string): string => `run-${id}`;

/** Everything that is known of one run, but for its curve, which stands in the chart of all. */
export function RunCard({ details, tone }: { details: RunDetails; tone: number }) {
  const texts = useTexts();
  const { run, results } = details;
  const number = new Intl.NumberFormat(texts.locale);
  const { anchor } = details;
  const rows = widest([...details.standings, ...details.effects], anchor?.elo);
  const fixed = anchor ? { anchor: anchor.elo } : {};
  return (
    <section class="card run" aria-labelledby={cardHeading(run.id)}>
      <div class="card-head">
        <h3 id={cardHeading(run.id)} tabIndex={-1}>
          {details.curve && <ToneKey tone={tone} />}
          {run.title ?? run.name}
        </h3>
        <span class="detail">
          {texts.runs.kinds[run.kind]}, {texts.runs.statuses[run.status]}
        </span>
      </div>
      {details.own && <OwnControls run={run} own={details.own} />}
      {details.score && <Score score={details.score} run={run} />}
      {details.sprt && <TestBar test={details.sprt} />}
      {results && <p>{texts.runs.byColor(results.white_wins, results.draws, results.black_wins)}</p>}
      <Curve details={details} />
      {details.curve && details.curve.points.length > 0 && (
        <>
          <PlayAgainst run={run} generations={details.curve.points.length} />
          <LearnedView run={run} generations={details.curve.points.length} />
        </>
      )}
      {details.forecasts.length > 0 && <Forecasts fits={details.forecasts} />}
      {anchor && details.standings.length > 0 && <p class="detail">{texts.runs.anchored(anchor.name, number.format(anchor.elo))}</p>}
      {details.standings.length > 0 && (
        <ul class="intervals">
          {details.standings.map((player) => (
            <IntervalRow
              key={player.name}
              name={player.name}
              elo={player.elo}
              error={player.elo_error_95}
              widest={rows}
              {...fixed}
              note={texts.runs.points(number.format(player.points), player.games)}
            />
          ))}
          <IntervalAxis widest={rows} {...fixed} />
        </ul>
      )}
      {details.effects.length > 0 && (
        <ul class="intervals">
          {details.effects.map((effect) => (
            <IntervalRow key={effect.feature} name={effect.feature} elo={effect.elo} error={effect.elo_error_95} widest={rows} />
          ))}
          <IntervalAxis widest={rows} />
        </ul>
      )}
      {details.rungs.length > 0 && (
        <FigureTable
          label={texts.runs.rung}
          heads={[texts.runs.rung, texts.runs.depth, texts.runs.nodes, texts.runs.seconds]}
          rows={details.rungs.map((rung) => ({
            key: `${rung.rung} ${rung.depth}`,
            cells: [
              rung.rung,
              rung.depth,
              `${rung.at_least ? '> ' : ''}${number.format(rung.nodes)}`,
              number.format(Math.round(100 * rung.seconds) / 100),
            ],
          }))}
        />
      )}
      {run.kind === 'adaptation' && <AdaptationView adaptation={details.adaptation} />}
      {run.kind === 'tuning' && <TuningView run={run} tuning={details.tuning} />}
      {details.settings && (
        <details>
          <summary>{texts.runs.settings}</summary>
          <pre role="group" tabIndex={0} aria-label={texts.runs.settings}>
            {details.settings}
          </pre>
        </details>
      )}
    </section>
  );
}
