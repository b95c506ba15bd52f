import { announce } from '../announce';
import { moveNumber } from '../chess/line';
import { shownSan } from '../chess/words';
import { show, shownPly, view } from '../game';
import { useTexts } from '../i18n';
import type { Axis, HowISeeYou as Seen } from '../net/contract';
import { settings } from '../settings';
import { useStore } from '../store';
import { bandPath, largestSteps, percent, points, stepInWords, styleInWords, toldSteps } from './bands';

function span(interval: readonly [number, number]) {
  const from = percent(interval[0]);
  return { left: `${from}%`, width: `${Math.max(1, percent(interval[1]) - from)}%` };
}

/** One axis of style as a band: where the score lies with 95 % probability. */
function Band({ axis }: { axis: Axis }) {
  const texts = useTexts();
  const title = texts.see.axes[axis.name];
  const [low, high] = texts.see.ends[axis.name];
  const label = axis.now
    ? texts.see.band(title, points(axis.now.interval_95[0]), points(axis.now.interval_95[1]))
    : `${title}: ${texts.see.nothing}`;
  return (
    <div class={`axis said-${axis.said}`}>
      <div class="ends" aria-hidden="true">
        <span class={axis.said === 'low' ? 'says' : ''}>{low}</span>
        <span class={axis.said === 'high' ? 'says' : ''}>{high}</span>
      </div>
      <div class="track" role="img" aria-label={label}>
        <i class="mark left" />
        <i class="mark middle" />
        <i class="mark right" />
        {axis.before && <i class="ghost" title={texts.see.earlier} style={span(axis.before.interval_95)} />}
        {axis.now && <i class="band" style={span(axis.now.interval_95)} />}
      </div>
    </div>
  );
}

/** How the bands narrowed, move by move; the slider shows each move's position. */
function History({ seen }: { seen: Seen }) {
  const texts = useTexts();
  const now = useStore(view);
  const { letters } = useStore(settings);
  if (seen.history.length < 2) return null;
  const at = seen.history.findLastIndex((step) => step.ply <= shownPly(now));
  const chosen = seen.history[Math.max(0, at)];
  const name = (ply: number): string => {
    const move = now.line.moves[ply - 1];
    return move ? `${moveNumber(now.line, ply - 1)} ${shownSan(move.san, letters)}` : '';
  };
  const axes = seen.axes.map((axis) => axis.name);
  const steps = toldSteps(seen.history, axes).filter((step) => step.ply === chosen?.ply);
  const said = [texts.see.afterMove(name(chosen?.ply ?? 0)), ...steps.map((step) => stepInWords(step, texts))].join('. ');
  return (
    <>
      <div class="history">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <line x1="0" x2="100" y1="50" y2="50" class="zero" />
          {seen.axes.map((axis) => (
            <path key={axis.name} class={axis.name} d={bandPath(seen.history, axis.name)} />
          ))}
        </svg>
        <input
          type="range"
          min={0}
          max={seen.history.length - 1}
          value={Math.max(0, at)}
          aria-label={`${texts.see.history}. ${texts.see.historyHelp}`}
          aria-valuetext={said}
          onInput={(event) => show(seen.history[Number(event.currentTarget.value)]?.ply ?? null)}
        />
      </div>
      <p class="legend detail">
        {seen.axes.map((axis) => (
          <span key={axis.name} class={axis.name}>
            {texts.see.axes[axis.name]}
          </span>
        ))}
        <span class="plain">{texts.see.historyHelp}</span>
      </p>
    </>
  );
}

function Steps({ seen }: { seen: Seen }) {
  const texts = useTexts();
  const now = useStore(view);
  const { letters } = useStore(settings);
  const steps = largestSteps(
    seen.history,
    seen.axes.map((axis) => axis.name),
    3,
  );
  if (steps.length === 0) return null;
  return (
    <div class="told">
      <h3>{texts.see.steps}</h3>
      <ul>
        {steps.map((step) => {
          const move = now.line.moves[step.ply - 1];
          const played = `${moveNumber(now.line, step.ply - 1)} ${move ? shownSan(move.san, letters) : ''}`;
          const said = stepInWords(step, texts);
          const choose = (): void => {
            show(step.ply);
            announce(`${played}: ${said}`);
          };
          return (
            <li key={`${step.ply}${step.axis}`}>
              <button type="button" class="link" onClick={choose}>
                {played}
              </button>{' '}
              {said}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What the engine believes of the user's style: bands with their doubt, and what moved them. */
export function HowISeeYou() {
  const texts = useTexts();
  const now = useStore(view);
  const seen = now.state?.how_i_see_you;
  const seat = now.state?.seat;
  const game = now.state?.game;
  const isAnothers = game && game.player !== seat?.name;
  return (
    <section class="card see" aria-labelledby="see-title">
      <h2 id="see-title">{texts.see.title}</h2>
      <p class="lead">
        {!seen || (seen.moves_seen === 0 && seen.games_seen === 0)
          ? texts.see.nothing
          : styleInWords(seen, texts)}
      </p>
      {seen?.axes.map((axis) => (
        <Band key={axis.name} axis={axis} />
      ))}
      {seen && (
        <p class="detail">
          {texts.see.scale}
          {seen.axes.some((axis) => axis.before) && ` ${texts.see.ghost(seen.games_seen)}`}
        </p>
      )}
      {seen && <History seen={seen} />}
      {seen && <Steps seen={seen} />}
      {seat?.recalled && !isAnothers && (
        <p class="detail">
          {texts.see.recalled(
            seat.recalled.games,
            seat.recalled.attacking && [seat.recalled.attacking.score, ...seat.recalled.attacking.score_interval_95].map(points),
          )}
        </p>
      )}
    </section>
  );
}
