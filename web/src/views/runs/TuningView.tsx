import { copyText } from '../../clipboard';
import { FigureTable } from '../../FigureTable';
import { ServerWords } from '../../ServerWords';
import { useTexts } from '../../i18n';
import type { OptionFindings, Run, Tuning } from '../../net/runs';
import { eloText, IntervalRow, widest } from './Interval';
import { OptionChart } from './OptionChart';
import { ValuePath } from './ValuePath';

/** The half width that holds what is known of these effects. */
function widestOf(rows: readonly { elo: number | null; error: number | null }[]): number {
  return widest(rows.flatMap(({ elo, error }) => (elo === null ? [] : [{ elo, elo_error_95: error ?? 0 }])));
}

function Effects({ options }: { options: OptionFindings[] }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const most = widestOf(options.map((option) => ({ elo: option.effect_elo, error: option.effect_elo_error_95 })));
  return (
    <>
      <h4>{words.effects}</h4>
      <p class="detail">{words.effectsHelp}</p>
      <ul class="intervals">
        {options.map((option) => (
          <IntervalRow
            key={option.name}
            name={words.ends(option.name, option.curve[0]?.value ?? '', option.curve.at(-1)?.value ?? '')}
            elo={option.effect_elo}
            error={option.effect_elo_error_95 ?? 0}
            widest={most}
            note={
              option.best === option.start
                ? words.keep(option.start)
                : words.best(option.best, option.start, eloText(texts.locale, option.gain_elo ?? 0, option.gain_elo_error_95 ?? 0))
            }
          />
        ))}
      </ul>
    </>
  );
}

function Curves({ options }: { options: OptionFindings[] }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const points = options.flatMap((option) => option.curve.map((point) => ({ elo: point.elo, error: point.elo_error_95 })));
  const most = widestOf(points);
  return (
    <>
      <h4>{words.curves}</h4>
      <p class="detail">{words.curvesHelp}</p>
      <div class="option-charts">
        {options.map((option) => (
          <OptionChart key={option.name} option={option} most={most} />
        ))}
      </div>
      <details>
        <summary>{texts.runs.asTable}</summary>
        <FigureTable
          label={words.curves}
          heads={[words.option, words.value, words.against, words.mark]}
          rows={options.flatMap((option) =>
            option.curve.map((point) => ({
              key: `${option.name} ${point.value}`,
              cells: [
                option.name,
                point.value,
                point.value === option.start
                  ? '0'
                  : point.elo === null
                    ? words.notTold
                    : eloText(texts.locale, point.elo, point.elo_error_95 ?? 0),
                [point.value === option.start && words.own, point.value === option.best && words.isBest].filter(Boolean).join(', '),
              ],
            })),
          )}
        />
      </details>
    </>
  );
}

/** The paths of the values with SPSA. */
function Paths({ tuning }: { tuning: Tuning }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  return (
    <>
      <h4>{words.paths}</h4>
      <p class="detail">{words.pathsHelp}</p>
      <div class="option-charts">
        {tuning.options.map((option, place) => (
          <ValuePath key={option.name} option={option} steps={tuning.path.map(({ pairs, values }) => ({ games: 2 * pairs, value: values[place] ?? 0 }))} />
        ))}
      </div>
      <details>
        <summary>{texts.runs.asTable}</summary>
        <FigureTable
          label={words.paths}
          heads={[words.option, words.range, words.own, words.now]}
          rows={tuning.options.map((option) => ({
            key: option.name,
            cells: [option.name, `${option.curve[0]?.value ?? ''} … ${option.curve.at(-1)?.value ?? ''}`, option.start, option.best],
          }))}
        />
      </details>
    </>
  );
}

function Interactions({ tuning }: { tuning: Tuning }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  if (tuning.options.length < 2) return null;
  const most = widest(tuning.interactions);
  return (
    <>
      <h4>{words.interactions}</h4>
      {tuning.interactions.length === 0 ? (
        <p class="detail">{words.noInteractions}</p>
      ) : (
        <>
          <p class="detail">{words.interactionsHelp}</p>
          <ul class="intervals">
            {tuning.interactions.map((found) => (
              <IntervalRow key={found.options.join('\n')} name={found.options.join(' × ')} elo={found.elo} error={found.elo_error_95} widest={most} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Validation({ run, tuning, gains }: { run: Run; tuning: Tuning; gains: boolean }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const number = new Intl.NumberFormat(texts.locale);
  const { validation } = tuning;
  const wanted = number.format(tuning.validation_games);
  const isPlayed = tuning.games >= tuning.trial_games;
  const said = validation
    ? words.validated(number.format(validation.games), wanted)
    : tuning.validation_games === 0
      ? words.noValidation
      : !isPlayed
        ? words.validationLater(wanted)
        : gains
          ? words.validationNext(wanted, run.status)
          : words.validationNeedless;
  return (
    <>
      <h4>{words.validation}</h4>
      <p class={validation ? '' : 'detail'}>{said}</p>
      {validation && (
        <ul class="intervals">
          <IntervalRow name={words.bestValues} elo={validation.elo} error={validation.elo_error_95} widest={widest([validation])} />
        </ul>
      )}
    </>
  );
}

function BestValues({ tuning }: { tuning: Tuning }) {
  const words = useTexts().runs.tuning;
  return (
    <>
      <h4>{words.bestValues}</h4>
      <pre role="group" tabIndex={0} aria-label={words.optionList}>
        {tuning.option_list}
      </pre>
      <div class="controls">
        <button type="button" onClick={() => void copyText(tuning.option_list)}>
          {words.copyOptions}
        </button>
        <button type="button" onClick={() => void copyText(tuning.player)}>
          {words.copyPlayer}
        </button>
      </div>
    </>
  );
}

/** What a tuning has come to in one sentence: that of the validation once there is one, else what is expected. */
function Headline({ run, tuning, gains }: { run: Run; tuning: Tuning; gains: boolean }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  const { validation } = tuning;
  if (!gains) return <p class="lead">{tuning.method === 'spsa' ? words.noMove : words.noGain(run.status === 'complete')}</p>;
  const isTold = tuning.expected_gain_elo !== null;
  const expected = eloText(texts.locale, tuning.expected_gain_elo ?? 0, tuning.expected_gain_elo_error_95 ?? 0);
  if (!validation) return <p class="lead">{isTold ? words.gain(expected) : words.followed}</p>;
  const { elo, elo_error_95: error } = validation;
  const verdict = elo - error > 0 ? 'won' : tuning.recommended ? 'open' : 'lost';
  const games = new Intl.NumberFormat(texts.locale).format(validation.games);
  return (
    <>
      <p class="lead">{words.tested(verdict, games, eloText(texts.locale, elo, error), run.status === 'complete')}</p>
      {isTold && <p class="detail">{words.gainBefore(expected)}</p>}
    </>
  );
}

/** What a tuning has found so far: effects, curves, interactions, the validating match, and the best values. */
export function TuningView({ run, tuning }: { run: Run; tuning: Tuning | null }) {
  const texts = useTexts();
  const words = texts.runs.tuning;
  if (!tuning) return <p class="detail">{words.notPlanned}</p>;
  const number = new Intl.NumberFormat(texts.locale);
  const gains = tuning.options.some((option) => option.best !== option.start);
  return (
    <div class="tuning">
      <Headline run={run} tuning={tuning} gains={gains} />
      <p class="detail">
        {words.counted(number.format(tuning.games), number.format(tuning.trial_games))}
        {tuning.faults > 0 && ` ${words.faults(tuning.faults)}`}
        {tuning.last_fault !== null && (
          <>
            {' '}
            <ServerWords text={tuning.last_fault} />
          </>
        )}
      </p>
      {tuning.method === 'spsa' ? (
        <Paths tuning={tuning} />
      ) : (
        <>
          <Effects options={tuning.options} />
          <Curves options={tuning.options} />
          <Interactions tuning={tuning} />
        </>
      )}
      <Validation run={run} tuning={tuning} gains={gains} />
      {tuning.recommended && <BestValues tuning={tuning} />}
    </div>
  );
}
