import { useTexts } from '../../i18n';
import type { Run } from '../../net/runs';
import { useStore } from '../../store';
import { choose, watched } from './watch';
import { cardHeading } from './RunCard';
import { refusalInWords } from '../../refusal';
import { ServerWords } from '../../ServerWords';
import { unreadableInWords } from './said';

/** A span of time as two words at most. */
function span(seconds: number, texts: ReturnType<typeof useTexts>): string {
  const whole = Math.max(1, Math.round(seconds));
  const [days, hours, minutes] = [Math.floor(whole / 86_400), Math.floor(whole / 3_600) % 24, Math.floor(whole / 60) % 60];
  if (days > 0) return `${texts.runs.days(days)} ${texts.time.hours(hours)}`;
  if (hours > 0) return `${texts.time.hours(hours)} ${texts.time.minutes(minutes)}`;
  return minutes > 0 ? texts.time.minutes(minutes) : texts.time.seconds(whole);
}

/** Shows a run's card, which stands below the whole list where the window is narrow. */
function showCard(id: string): void {
  const heading = document.getElementById(cardHeading(id));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

function Row({ run, chosen }: { run: Run; chosen: boolean }) {
  const texts = useTexts();
  const number = new Intl.NumberFormat(texts.locale);
  const pace = new Intl.NumberFormat(texts.locale, { maximumSignificantDigits: 3 });
  const isDecided = run.decided_after !== null;
  const parts = [
    run.decided_after !== null
      ? texts.runs.decided(number.format(run.decided_after), run.games - run.decided_after)
      : run.games_wanted === null
        ? texts.runs.gamesSoFar(number.format(run.games), run.games)
        : texts.runs.gamesOf(number.format(run.games), number.format(run.games_wanted)),
  ];
  if (run.kind === 'ladder') parts.length = 0;
  if (run.games_per_second !== null) parts.push(texts.runs.pace(pace.format(run.games_per_second)));
  if (run.seconds_left !== null) parts.push(texts.runs.left(span(run.seconds_left, texts), run.may_end_early));
  return (
    <li class={`run-row ${run.status}`}>
      <label>
        <input type="checkbox" checked={chosen} onChange={(event) => choose(run.id, event.currentTarget.checked)} />
        <span class="run-name">{run.name}</span>
      </label>
      <span class={`status-word ${run.status}`}>{texts.runs.statuses[run.status]}</span>
      {chosen && (
        <button type="button" class="to-card" aria-label={texts.runs.toCardOf(run.title ?? run.name)} onClick={() => showCard(run.id)}>
          {texts.runs.toCard}
        </button>
      )}
      <span class="detail what">
        {texts.runs.kinds[run.kind]}
        {run.title && (
          <>
            : <bdi>{run.title}</bdi>
          </>
        )}
      </span>
      {run.games_wanted !== null && (
        <progress max={run.games_wanted} value={isDecided ? run.games_wanted : Math.min(run.games, run.games_wanted)} aria-label={`${run.name}: ${parts[0] ?? ''}`} />
      )}
      <span class="detail figures">{parts.join(' · ')}</span>
    </li>
  );
}

/** The list of runs; those with a mark are shown in full. */
export function RunList() {
  const texts = useTexts();
  const { list, chosen, failed } = useStore(watched);
  return (
    <section class="card run-list" aria-labelledby="content">
      <h2 id="content" tabIndex={-1}>
        {texts.runs.title}
      </h2>
      {failed && <p class="notice">{refusalInWords(failed, texts)}</p>}
      {!list && !failed && <p class="detail">{texts.runs.loading}</p>}
      {list && list.runs.length === 0 && <p>{texts.runs.none}</p>}
      {list && list.runs.length > 0 && (
        <>
          <p class="detail">{texts.runs.choose}</p>
          <ul>
            {list.runs.map((run) => (
              <Row key={run.id} run={run} chosen={chosen.includes(run.id)} />
            ))}
          </ul>
        </>
      )}
      {list?.left_out && <p class="detail">{texts.runs.leftOut}</p>}
      {list && list.unreadable.length > 0 && (
        <>
          <h3>{texts.runs.unreadable}</h3>
          <ul class="unreadable">
            {list.unreadable.map((file) => (
              <li key={file.name}>
                <strong>{file.name}</strong>{' '}
                <span class="detail">
                  {unreadableInWords(texts, file) ?? <ServerWords text={file.text} />}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
