import { useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { runsApi, type OwnRun, type Run, type RunDetails } from '../../net/runs';
import { request } from './request';
import { changed } from './watch';

/** Stops, continues and extends a run that the page started. */
export function OwnControls({ run, own }: { run: Run; own: OwnRun }) {
  const texts = useTexts();
  const [failed, setFailed] = useState('');
  const [size, setSize] = useState<string | null>(null);
  const words = texts.runs.own;
  const ask = async (what: () => Promise<RunDetails>, said: string): Promise<void> => {
    const details = await request(what, setFailed, () => said);
    if (details) changed(details);
  };
  const id = `size-${run.id}`;
  const to = Number(size ?? '');
  const extend = (event: Event): void => {
    event.preventDefault();
    void ask(() => runsApi.extend(run.id, to), words.wentOn).then(() => setSize(null));
  };
  return (
    <div class="own">
      <div class="controls">
        {own.is_at_work ? (
          <button type="button" disabled={own.is_stopping} onClick={() => void ask(() => runsApi.pause(run.id), words.paused)}>
            {words.pause}
          </button>
        ) : (
          run.status !== 'complete' && (
            <button type="button" class="primary" onClick={() => void ask(() => runsApi.goOn(run.id), words.wentOn)}>
              {words.goOn}
            </button>
          )
        )}
        {!own.is_at_work && (
          <form class="extend" onSubmit={extend}>
            <label for={id}>{words[own.unit]}</label>
            <input
              id={id}
              type="text"
              inputMode="numeric"
              pattern="[0-9]*"
              value={size ?? String(own.size)}
              onInput={(event) => setSize(event.currentTarget.value)}
            />
            <button type="submit" disabled={!(to > own.size)}>
              {words.extend}
            </button>
          </form>
        )}
      </div>
      {own.bad_end && <p class="notice">{words.badEnds[own.bad_end]}</p>}
      {own.is_stopping && <p class="detail">{words.stopping}</p>}
      {failed !== '' && <p class="notice">{failed}</p>}
      <p class="detail">
        {words.command}: <code>{own.command}</code>
      </p>
      {own.said && (
        <details>
          <summary>{words.said}</summary>
          <pre role="group" tabIndex={0} aria-label={words.said} lang="en">
            {own.said}
          </pre>
        </details>
      )}
    </div>
  );
}
