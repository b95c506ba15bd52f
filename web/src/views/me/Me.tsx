import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import type { ReportStatus } from '../../net/me';
import { ServerWords } from '../../ServerWords';
import { useStore } from '../../store';
import { build, clear, follow, give, given } from './given';
import { Remember } from './Remember';
import { Report } from './Report';
import { SeenCard } from './SeenCard';

/** Takes a file by a dialog; dropping it anywhere on this view does the same. */
function Choose() {
  const texts = useTexts();
  return (
    <label class="choose">
      {texts.me.choose}
      <input
        type="file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void give(file);
        }}
      />
    </label>
  );
}

/** What the file held, and what was refused and why. */
function Account({ status }: { status: ReportStatus }) {
  const texts = useTexts();
  const refused = status.refused.reduce((sum, one) => sum + one.games, 0);
  return (
    <>
      <p>{texts.me.read(status.file, status.games, status.duplicates, refused)}</p>
      {status.refused.length > 0 && (
        <ul class="detail">
          {status.refused.map((one) => (
            <li key={one.reason}>{texts.me.refused(texts.me.reasonsOfRefusal[one.reason] ?? one.reason, one.games)}</li>
          ))}
        </ul>
      )}
      {status.damaged.map((what) => (
        <p key={what} class="notice">
          {texts.me.damaged}: <ServerWords text={what} />
        </p>
      ))}
      {status.problem && (
        <p class="notice" role="alert">
          {status.stage === 'done' ? texts.me.remember.failed : texts.me.notWritten}: <ServerWords text={status.problem} />
        </p>
      )}
    </>
  );
}

/** Names that the program tells of a file, as `MOST_NAMES` in `src/serve/me/names.rs`. */
const MOST_NAMES = 60;

/** "Which of these names are you?" The list holds the commonest; any other name may be written. Without names another file is asked for. */
function Which({ status }: { status: ReportStatus }) {
  const texts = useTexts();
  const [names, setNames] = useState<string[]>(status.names);
  const [other, setOther] = useState('');
  useEffect(() => {
    setNames(status.names);
    setOther('');
  }, [status.names.join('|')]);
  const written = status.names.filter((name) => status.players.every((player) => player.name !== name));
  const all = other.trim() === '' ? names : [...new Set([...names, other.trim()])];
  const mark = (name: string, marked: boolean): void =>
    setNames((before) => (marked ? [...before, name] : before.filter((other) => other !== name)));
  if (status.players.length === 0)
    return (
      <>
        {status.problem === null && <p>{texts.me.nobody}</p>}
        <Choose />
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void build(all);
      }}
    >
      <fieldset class="which">
        <legend>{texts.me.which}</legend>
        {status.players.map((player) => (
          <label key={player.name}>
            <input
              type="checkbox"
              checked={names.includes(player.name)}
              onChange={(event) => mark(player.name, event.currentTarget.checked)}
            />
            <span>
              <bdi>{player.name}</bdi> <span class="detail">{texts.me.gamesOf(player.games)}</span>
            </span>
          </label>
        ))}
        {written.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={names.includes(name)} onChange={(event) => mark(name, event.currentTarget.checked)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {status.players.length >= MOST_NAMES && <p class="detail">{texts.me.commonest(status.players.length)}</p>}
      <label class="other-name">
        {texts.me.otherName}
        <input type="text" autocomplete="off" pattern="[^\|]*" value={other} onInput={(event) => setOther(event.currentTarget.value)} />
      </label>
      <div class="controls">
        <button type="submit" class="primary" disabled={all.length === 0}>
          {texts.me.write}
        </button>
        <button type="button" onClick={() => void clear()}>
          {texts.me.another}
        </button>
      </div>
    </form>
  );
}

/** How much of the file has come or was read; without a value where its size is not known. */
function Progress({ status }: { status: ReportStatus }) {
  const texts = useTexts();
  const { sending } = useStore(given);
  const number = new Intl.NumberFormat(texts.locale);
  const said = status.stage === 'receiving' ? texts.me.receiving : texts.me.reading(number.format(status.games));
  const [done, of] = status.stage === 'receiving' ? [status.bytes, sending] : [status.bytes_read, status.bytes];
  return (
    <div class="at-work">
      <p role="status">{said}</p>
      {of === null ? <progress aria-label={said} /> : <progress max={Math.max(1, of)} value={done} aria-label={said} />}
    </div>
  );
}

/** How the engine sees the user, and a report from their own games. */
export function Me() {
  const texts = useTexts();
  const { status, report, failed } = useStore(given);
  useEffect(follow, []);
  const stage = status?.stage ?? 'empty';
  return (
    <main class="me">
      <SeenCard />
      <section class="card no-print" aria-labelledby="me-title">
        <h2 id="me-title">{texts.me.title}</h2>
        <p class="detail">{texts.me.help}</p>
        {failed && (
          <p class="notice" role="alert">
            {failed}
          </p>
        )}
        {stage === 'empty' && <Choose />}
        {status && ['receiving', 'reading', 'reporting'].includes(stage) && <Progress status={status} />}
        {status && (stage === 'ready' || stage === 'done') && (
          <>
            <Account status={status} />
            <Which key={status.file} status={status} />
            {stage === 'done' && <Remember key={status.names.join()} status={status} />}
          </>
        )}
      </section>
      {report && <Report report={report} />}
    </main>
  );
}
