import { useEffect, useState } from 'preact/hooks';
import { announce } from '../announce';
import { clockMs, delayMs, timeInWords } from '../chess/words';
import { orientation, view } from '../game';
import { useTexts, type Texts } from '../i18n';
import { levelInWords, levels } from '../levels';
import type { ColorName } from '../net/contract';
import { playSound } from '../sound';
import { useStore } from '../store';

/** Below this a running clock is shown in tenths, and the user is warned of theirs once in a game. */
const LOW_MS = 10_000;

/** The last game in which the user was warned. */
let warnedIn: string | null = null;

function warnOfLowTime(game: string, texts: Texts): void {
  if (warnedIn === game) return;
  warnedIn = game;
  playSound('lowTime');
  announce(texts.time.low(timeInWords(LOW_MS, texts)));
}

export function clockFace(ms: number): string {
  const seconds = ms < LOW_MS ? Math.floor(ms / 100) / 10 : Math.floor(ms / 1000);
  const pad = (count: number): string => String(count).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (ms < LOW_MS) return `0:0${seconds.toFixed(1)}`;
  const rest = pad(Math.floor(seconds % 60));
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function Clock({ color, name }: { color: ColorName; name: string }) {
  const texts = useTexts();
  const now = useStore(view);
  const [, tick] = useState(0);
  const ms = clockMs(now, color);
  const clocks = now.state?.game?.clocks;
  const runs = clocks?.running === color && now.connection === 'open';
  // In an hourglass the time of the other side rises.
  const changes = runs || (clocks?.kind === 'hourglass' && clocks.running !== null && now.connection === 'open');
  const delay = delayMs(now, color);
  const low = ms !== null && ms < LOW_MS;
  useEffect(() => {
    if (!changes) return;
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, [changes]);
  useEffect(() => {
    const game = now.state?.game;
    if (runs && low && color === game?.human) warnOfLowTime(game.id, texts);
  }, [runs && low]);
  if (ms === null) return null;
  const label = texts.players.clockOf(name, timeInWords(ms, texts));
  return (
    <div class={`clock${runs ? ' runs' : ''}${low ? ' low' : ''}`} role="timer" aria-live="off" aria-label={label}>
      {runs && delay > 0 && <small aria-hidden="true">{Math.ceil(delay / 1000)} s · </small>}
      {clockFace(ms)}
    </div>
  );
}

/** The level of the game, or else of the next one, on the scale of people, and in small print on that of engines. */
function EngineLevel() {
  const texts = useTexts();
  const state = useStore(view).state;
  const elo = (state?.game ?? state?.settings)?.level.elo ?? null;
  const { level, smallPrint } = levelInWords(elo, useStore(levels).rows, texts);
  return (
    <span class="level detail">
      <span>{level}</span>
      {smallPrint && <small>{smallPrint}</small>}
    </span>
  );
}

/** Under the game of a guest: that nothing is kept. */
export function GuestNote() {
  const texts = useTexts();
  const { state } = useStore(view);
  return state?.game && state.seat.asked && state.game.player === null ? <p class="guest-note detail">{texts.players.guestNote}</p> : null;
}

/** Name, level and clock of the player above or below the board. */
export function PlayerStrip({ above }: { above: boolean }) {
  const texts = useTexts();
  const now = useStore(view);
  const game = now.state?.game;
  const bottom = orientation(now);
  const color: ColorName = above ? (bottom === 'white' ? 'black' : 'white') : bottom;
  const isEngine = !game || color !== game.human;
  const name = isEngine ? (now.state?.against ?? texts.players.engine) : (game.player ?? texts.players.you);
  return (
    <div class="player">
      <span class={`disc ${color}`} aria-hidden="true" />
      <span class="who">
        <strong>{name}</strong>
        {isEngine ? <EngineLevel /> : <span class="detail">{texts.color[color]}</span>}
      </span>
      {isEngine && (
        <span class={`thinking${game?.thinking ? ' on' : ''}`} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      <Clock color={color} name={name} />
    </div>
  );
}
