import { useEffect, useState } from 'preact/hooks';
import { copyPgn } from '../clipboard';
import { api } from '../net/api';
import { premoveInWords } from '../chess/premove';
import { shownSan } from '../chess/words';
import { act, commands, isMyTurn, view } from '../game';
import { useTexts } from '../i18n';
import { levels, nextLevelInWords } from '../levels';
import { isFault, noticeInWords } from '../notice';
import { resultInWords } from '../result';
import { ServerWords } from '../ServerWords';
import { settings } from '../settings';
import { useStore } from '../store';

/** One line of what is going on: whose move, check, the result. Its height never changes. */
export function Status() {
  const texts = useTexts();
  const now = useStore(view);
  const game = now.state?.game;
  if (!game) return <p class="status" />;
  const mine = isMyTurn(now);
  const waits = mine ? texts.turn.yours : game.warning ? texts.coach.asks : texts.turn.engine;
  const text = game.result ? resultInWords(game, texts) : waits;
  return (
    <p class={`status${game.result ? ' over' : mine ? ' mine' : ''}`}>
      {text}
      {!game.result && game.check && mine ? ` · ${texts.turn.check}` : ''}
    </p>
  );
}

/** After a game whose result the level follows: the level of the next one. */
export function NextLevel() {
  const texts = useTexts();
  const { state } = useStore(view);
  const { rows } = useStore(levels);
  const text = state ? nextLevelInWords(state, rows, texts) : '';
  return text === '' ? null : <p class="next-level">{text}</p>;
}

/** Switches the coach, who warns of blunders. */
export function Coach() {
  const texts = useTexts();
  const settings = useStore(view).state?.settings;
  return (
    <label class="switch" title={texts.coach.help}>
      <input
        type="checkbox"
        role="switch"
        checked={settings?.coach ?? false}
        onChange={(event) => void act(() => api.coach(event.currentTarget.checked))}
      />
      <span>{texts.coach.name}</span>
    </label>
  );
}

function ResignButton() {
  const texts = useTexts();
  const [asked, ask] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => ask(false), 4_000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button
      type="button"
      class={asked ? 'danger' : ''}
      onBlur={() => ask(false)}
      onClick={() => {
        if (asked) commands.resign();
        ask(!asked);
      }}
    >
      {asked ? texts.actions.reallyResign : texts.actions.resign}
    </button>
  );
}

/** Take back, hint, draw, resign, flip; after the end: play again, copy. */
export function Controls() {
  const texts = useTexts();
  const game = useStore(view).state?.game;
  return (
    <div class="controls" role="group" aria-label={texts.actions.label}>
      <button type="button" disabled={!game?.can_take_back} onClick={() => commands.takeBack()}>
        {texts.actions.takeBack}
      </button>
      {game?.result ? (
        <>
          <button type="button" class="primary" onClick={() => commands.again()}>
            {texts.result.again}
          </button>
          <button type="button" onClick={() => void copyPgn()}>
            {texts.result.copy}
          </button>
        </>
      ) : (
        <>
          <button type="button" disabled={!game} onClick={() => commands.hint()}>
            {game?.hint?.ply === game?.moves.length && game ? texts.actions.showMove : texts.actions.hint}
          </button>
          <button type="button" disabled={!game} onClick={() => commands.draw()}>
            {texts.actions.draw}
          </button>
          <ResignButton />
        </>
      )}
      <button type="button" onClick={() => commands.flip()}>
        {texts.actions.flip}
      </button>
    </div>
  );
}

/** Where the last game was stored, what could not be read or written, or that the pasted text has more games. */
export function Notice() {
  const texts = useTexts();
  const notice = useStore(view).state?.notice;
  if (!notice) return null;
  const sentence = noticeInWords(notice, texts);
  if (!isFault(notice)) return <p class="detail kept">{sentence}</p>;
  return (
    <p class="notice">
      {sentence}{' '}
      <span class="detail">
        (<ServerWords text={notice.text} />)
      </span>
    </p>
  );
}

/** What was answered last: a refusal, a declined draw, a hint, a question about the board. */
export function Message() {
  const texts = useTexts();
  const now = useStore(view);
  const { letters } = useStore(settings);
  const game = now.state?.game;
  const ply = game?.moves.length;
  const hint = game?.hint?.ply === ply ? game?.hint : null;
  const declined = game?.draw_answer && !game.draw_answer.accepted && game.draw_answer.ply === ply;
  const text =
    now.message ||
    (now.premove && texts.field.premoved(premoveInWords(now.premove, texts))) ||
    (hint && texts.actions.hintIs(hint.san ? shownSan(hint.san, letters) : hint.from)) ||
    (declined ? texts.actions.drawDeclined : '');
  return <p class="message">{text}</p>;
}
