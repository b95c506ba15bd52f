import { act, view } from '../game';
import { useTexts, type Texts } from '../i18n';
import { api } from '../net/api';
import type { Aim as ServerAim, StyleName, Why } from '../net/contract';
import { shownSan } from '../chess/words';
import { settings } from '../settings';
import { useStore } from '../store';

/** What the engine aims at, put together from its numbers: "I avoid draws and I keep the tension". */
export function answerInWords(aim: ServerAim, texts: Texts): string {
  const said = texts.aim.answers;
  const parts = [
    aim.target === 'middle' ? undefined : said[aim.target],
    aim.draw_contempt > 0 ? said.avoidDraws : aim.draw_contempt < 0 ? said.welcomeDraws : undefined,
    aim.side_bonus > 0 ? said.keepTension : aim.side_bonus < 0 ? said.releaseTension : undefined,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(texts.aim.and) : said.neutral;
}

/** Differences in strength below this are called none, in Elo. */
const ABOUT_EQUAL = 25;

function styleInWords(why: Why, style: StyleName, texts: Texts): string {
  return texts.aim.reasons.style(texts.aim.styles[style], Math.round(100 * (why.probability ?? 0)));
}

/** The reason by the rule of 2005: the user's style, or the material of an endgame. */
function thesisInWords(why: Why, texts: Texts): string {
  const said = texts.aim.reasons;
  if (why.material !== null) return why.material > 0 ? said.ahead : said.behind;
  return why.style ? styleInWords(why, why.style, texts) : said.nothing;
}

function whyInWords(why: Why, texts: Texts): string {
  const said = texts.aim.reasons;
  if (why.kind === 'chosen') return said.chosen;
  if (why.kind === 'no_objectives') return said.noObjectives;
  if (why.kind === 'thesis') return thesisInWords(why, texts);
  const evidence = [
    why.rated ? texts.aim.evidence.ratings : '',
    why.games > 0 ? texts.aim.evidence.games(why.games) : '',
    why.from_moves ? texts.aim.evidence.moves : '',
  ].filter((part) => part !== '');
  const difference = why.elo_difference;
  const elo = Math.round(Math.abs(difference ?? 0) / 10) * 10;
  const strength =
    difference === null || evidence.length === 0
      ? why.seen_moves
        ? said.unknownStrength
        : said.nothing
      : Math.abs(difference) < ABOUT_EQUAL
        ? said.equal
        : difference > 0
          ? said.weaker(elo)
          : said.stronger(elo);
  const style = why.style ? texts.aim.and + styleInWords(why, why.style, texts) : '';
  return strength + (evidence.length > 0 ? ` (${evidence.join(', ')})` : '') + style;
}

function Sentence({ aim }: { aim: ServerAim }) {
  const texts = useTexts();
  if (!aim.adapts) return <p class="lead">{texts.aim.isOff}</p>;
  const why = whyInWords(aim.why, texts);
  const answer = answerInWords(aim, texts);
  return <p class="lead">{texts.aim.because(why.charAt(0).toUpperCase() + why.slice(1), inSentence(answer))}</p>;
}

/** English "I" stays a capital inside a sentence; other first letters do not. */
function inSentence(text: string): string {
  return text.startsWith('I ') ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** What the engine aims at and why, what it would have played otherwise, and the switch. */
export function Aim() {
  const texts = useTexts();
  const now = useStore(view);
  const { letters } = useStore(settings);
  const aim = now.state?.aim;
  const last = now.state?.game?.moves.at(-1)?.uci;
  const { adapts, rule } = now.state?.settings ?? { adapts: true, rule: 'measured' };
  return (
    <section class="card aim" aria-labelledby="aim-title">
      <div class="card-head">
        <h2 id="aim-title">{texts.aim.title}</h2>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={adapts}
            onChange={(event) => void act(() => api.adapt(event.currentTarget.checked))}
          />
          <span>{texts.aim.adapting}</span>
        </label>
      </div>
      {adapts && (
        <label class="check">
          <input type="checkbox" checked={rule === 'style'} onChange={(event) => void act(() => api.adapt(true, event.currentTarget.checked ? 'style' : 'measured'))} />
          <span>{texts.aim.byStyle}</span>
        </label>
      )}
      {aim ? <Sentence aim={aim} /> : <p class="lead">{texts.see.nothing}</p>}
      {aim?.otherwise && (
        <p class="detail otherwise">
          {aim.otherwise.uci === last ? texts.aim.same : texts.aim.without(shownSan(aim.otherwise.san, letters))}
        </p>
      )}
      {aim && aim.squares.length > 0 && <p class="detail">{texts.aim.squares(aim.squares.join(', '))}</p>}
    </section>
  );
}
