import { useEffect, useState } from 'preact/hooks';
import { act, commands, view } from '../game';
import { useTexts, type Texts } from '../i18n';
import { api, LONGEST_NAME } from '../net/api';
import { goToBoard } from '../board/inView';
import { mayLeave } from '../leave';
import { humanRating, levelError, levels, loadLevels } from '../levels';
import type { ColorName, NewGame as NewGameCommand, OpeningChoice, TimeSetting } from '../net/contract';
import { useStore } from '../store';
import { ClockForm, FIRST_CUSTOM } from './ClockForm';
import { readCards } from '../views/opponents/known';
import { Choice, Dialog } from './Dialog';
import { OpeningsMet, OpeningsOf } from './OpeningsOf';

type ClockName = keyof Texts['newGame']['clocks'];

const CLOCKS: Record<Exclude<ClockName, 'custom'>, TimeSetting | null> = {
  none: null,
  blitz: { base_seconds: 300, increment_seconds: 3 },
  rapid: { base_seconds: 600, increment_seconds: 5 },
  classical: { base_seconds: 1800, increment_seconds: 20 },
  moves: { base_seconds: 5400, increment_seconds: 0, moves: 40 },
  fide: { base_seconds: 5400, increment_seconds: 30, moves: 40, rest_seconds: 1800 },
  fixed: { move_seconds: 10 },
};

const NUMBERS = ['base_seconds', 'engine_base_seconds', 'increment_seconds', 'moves', 'rest_seconds', 'move_seconds'] as const;

const same = (one: TimeSetting | null, other: TimeSetting | null): boolean =>
  (one?.kind ?? 'increment') === (other?.kind ?? 'increment') &&
  NUMBERS.every((key) => (one?.[key] ?? 0) === (other?.[key] ?? 0));

function clockName(time: TimeSetting | null): ClockName {
  const names = Object.keys(CLOCKS) as (keyof typeof CLOCKS)[];
  return names.find((name) => same(CLOCKS[name], time)) ?? 'custom';
}

/** Ratings at which another word begins: learning, casual, club … */
const WORD_FROM = [0, 1000, 1300, 1600, 1900, 2200, 2500];

/** A level in human words. */
export function levelWord(elo: number, texts: Texts): string {
  return texts.newGame.levels[WORD_FROM.findLastIndex((from) => elo >= from)] ?? '';
}

/** One slider from the weakest level to full strength, on the scale of people. The level between two steps that it begins with stays one of its places. */
function LevelSlider(props: { elo: number | null; choose(elo: number | null): void }) {
  const texts = useTexts();
  const { rows } = useStore(levels);
  const [first] = useState(props.elo);
  useEffect(loadLevels, []);
  if (rows.length === 0) return <p class="slider-place detail">{texts.newGame.loading}</p>;
  const ratings = [...new Set([...rows.map((row) => row.elo), ...(first === null ? [] : [first])])].sort((one, other) => one - other);
  const { elo } = props;
  const at = elo === null ? ratings.length : ratings.indexOf(elo);
  const human = elo === null ? undefined : humanRating(elo, rows);
  const word = elo === null ? texts.newGame.full : levelWord(human?.rating ?? elo, texts);
  const name = human ? `${human.rating} ± ${human.error}` : word;
  const rating = human ? [word, texts.newGame.human] : [];
  const smallPrint = elo === null ? '' : `UCI_Elo ${elo} ± ${levelError(elo, rows)}`;
  return (
    <div class="slider-place">
      <output for="level">
        <strong>{name}</strong>
        <span>{rating.join(' · ')}</span>
        <small class="detail">{smallPrint}</small>
      </output>
      <input
        id="level"
        type="range"
        min={0}
        max={ratings.length}
        value={at}
        aria-label={texts.newGame.strength}
        aria-describedby="level-note"
        aria-valuetext={[name, ...rating, smallPrint].filter((part) => part !== '').join(', ')}
        onInput={(event) => props.choose(ratings[Number(event.currentTarget.value)] ?? null)}
      />
      <p class="detail" id="level-note">
        {texts.newGame.scale}
      </p>
    </div>
  );
}

/** Who sits here: asked until it was said once, changed by a click afterwards. */
function SeatChoice(props: { name: string | null; guest: boolean; set(name: string | null, guest: boolean): void }) {
  const texts = useTexts();
  return (
    <fieldset class="seat">
      <legend>{texts.newGame.who}</legend>
      <label class="field">
        {texts.newGame.yourName}
        <input
          type="text"
          maxLength={LONGEST_NAME}
          autocomplete="nickname"
          value={props.name ?? ''}
          disabled={props.guest}
          onInput={(event) => props.set(event.currentTarget.value, false)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={props.guest}
          onChange={(event) => props.set(props.name, event.currentTarget.checked)}
        />
        {texts.newGame.guest}
      </label>
      <p class="detail">{texts.newGame.whoNote}</p>
    </fieldset>
  );
}

/** Asks for level, colour, clock and opening, the level first. */
export function NewGame() {
  const texts = useTexts();
  const state = useStore(view).state;
  const settings = state?.settings;
  const [game, setGame] = useState<NewGameCommand>({
    level: settings?.level ?? { elo: 1500 },
    match_me: settings?.match_me ?? false,
    color: settings?.color ?? 'random',
    time: settings?.time ?? null,
    openings: settings?.openings ?? 'varied',
    openings_of: settings?.openings_of ?? null,
  });
  const [clock, setClock] = useState<ClockName>(clockName(game.time));
  const [name, setName] = useState<string | null>(state?.seat.name ?? null);
  const [guest, setGuest] = useState(state?.seat.asked === true && state.seat.name === null);
  const change = (part: Partial<NewGameCommand>): void => setGame((before) => ({ ...before, ...part }));

  const start = async (): Promise<void> => {
    if (!(await mayLeave())) return;
    const wanted = guest ? null : name?.trim() || null;
    const seat = view.get().state?.seat;
    if (!seat?.asked || seat.name !== wanted) {
      if (!(await act(() => api.seat(wanted)))) return;
    }
    const isOpponents = game.openings === 'opponent';
    if (!(await act(() => api.newGame({ ...game, openings_of: isOpponents ? game.openings_of : null })))) {
      // The opponent may have been forgotten meanwhile.
      if (isOpponents) void readCards();
      return;
    }
    commands.open(null);
    goToBoard();
  };

  return (
    <Dialog title={texts.newGame.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <fieldset>
          <legend>{texts.newGame.strength}</legend>
          <LevelSlider elo={game.level.elo} choose={(elo) => change({ level: { elo } })} />
          <label class="check">
            <input
              type="checkbox"
              checked={game.match_me}
              onChange={(event) => change({ match_me: event.currentTarget.checked })}
            />
            {texts.newGame.matchMe}
          </label>
        </fieldset>
        <Choice<ColorName | 'random'>
          legend={texts.newGame.color}
          name="color"
          value={game.color}
          options={[
            ['white', texts.color.white],
            ['random', texts.newGame.random],
            ['black', texts.color.black],
          ]}
          choose={(color) => change({ color })}
        />
        <Choice<ClockName>
          legend={texts.newGame.clock}
          name="clock"
          value={clock}
          options={(Object.keys(texts.newGame.clocks) as ClockName[]).map((key) => [key, texts.newGame.clocks[key]])}
          choose={(key) => {
            setClock(key);
            change({ time: key === 'custom' ? FIRST_CUSTOM : CLOCKS[key] });
          }}
        />
        {clock === 'custom' && <ClockForm time={game.time ?? FIRST_CUSTOM} choose={(time) => change({ time })} />}
        <Choice<OpeningChoice>
          legend={texts.newGame.opening}
          name="opening"
          value={game.openings}
          options={[
            ['varied', texts.newGame.openings.book],
            ['met', texts.newGame.openings.met],
            ['opponent', texts.newGame.openings.opponent],
            ['initial', texts.newGame.openings.start],
          ]}
          choose={(openings) => change({ openings })}
        />
        {game.openings === 'met' && <OpeningsMet name={guest ? null : name?.trim() || null} />}
        {game.openings === 'opponent' && (
          <OpeningsOf color={game.color} of={game.openings_of} choose={(openings_of) => change({ openings_of })} />
        )}
        <SeatChoice
          name={name}
          guest={guest}
          set={(next, isGuest) => {
            setName(next);
            setGuest(isGuest);
          }}
        />
        <p class="message" role="alert">
          {useStore(view).message}
        </p>
        <div class="buttons foot">
          <button type="submit" class="primary large">
            {texts.newGame.start}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
