import { useEffect, useState } from 'preact/hooks';
import { spoken } from './announce';
import { Board } from './board/Board';
import { About, Help } from './dialogs/AboutAndHelp';
import { Leave } from './dialogs/Leave';
import { Load, openDropped, openFile } from './dialogs/Load';
import { NewGame } from './dialogs/NewGame';
import { SettingsDialog } from './dialogs/SettingsDialog';
import { commands, view, type DialogName } from './game';
import { useTexts } from './i18n';
import { Aim } from './panels/Aim';
import { Coach, Controls, Message, NextLevel, Notice, Status } from './panels/Controls';
import { EvaluationLine } from './panels/EvaluationLine';
import { HowISeeYou } from './panels/HowISeeYou';
import { MoveField } from './panels/MoveField';
import { Moves } from './panels/Moves';
import { GuestNote, PlayerStrip } from './panels/Players';
import { Review } from './panels/Review';
import { Warning } from './panels/Warning';
import { settings } from './settings';
import { useStore } from './store';
import { useDrop, type Dropped, type DropTarget } from './useDrop';
import { give, given, takesFile } from './views/me/given';
import { Me } from './views/me/Me';
import { Opponents } from './views/opponents/Opponents';
import { Navigation } from './views/Navigation';
import { route } from './views/route';
import { Runs } from './views/runs/Runs';

function TopBar() {
  const texts = useTexts();
  const entries: [DialogName, string][] = [
    ['new', texts.nav.newGame],
    ['load', texts.nav.load],
    ['settings', texts.nav.settings],
    ['help', texts.nav.help],
    ['about', texts.nav.about],
  ];
  return (
    <header class="top">
      <h1>
        Bayes<span>Chess</span>
      </h1>
      <Navigation />
      <nav aria-label={texts.nav.label}>
        {entries.map(([name, label]) => (
          <button type="button" key={name} class="quiet" onClick={() => commands.open(name)}>
            {label}
          </button>
        ))}
      </nav>
    </header>
  );
}

/** Where screen readers hear what happens. */
function LiveRegion() {
  const { regions } = useStore(spoken);
  return (
    <>
      {regions.map((text, index) => (
        <div key={index} class="offscreen" role="status" aria-live="polite" data-live>
          {text}
        </div>
      ))}
    </>
  );
}

function ConnectionLine() {
  const texts = useTexts();
  const { connection } = useStore(view);
  const [slow, setSlow] = useState(false);
  // A break shorter than this is mended before anybody needs to know.
  useEffect(() => {
    setSlow(false);
    if (connection === 'open') return;
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, [connection]);
  const shown = slow && connection !== 'open';
  return <p class={`connection${shown ? ' shown' : ''}`}>{shown ? texts.connection[connection] : ''}</p>;
}

function Dialogs({ name }: { name: DialogName | null }) {
  switch (name) {
    case 'new':
      return <NewGame />;
    case 'load':
      return <Load />;
    case 'settings':
      return <SettingsDialog />;
    case 'about':
      return <About />;
    case 'help':
      return <Help />;
    case null:
      return null;
  }
}

/** Opens what is dropped at the board. */
async function openOnBoard({ file, text }: Dropped): Promise<void> {
  if (file ? await openFile(file) : text !== '' && (await openDropped(text))) commands.open(null);
}

/** What the shown view does with what is dropped on the page. */
function useDropTarget(): DropTarget | null {
  const texts = useTexts();
  const { view: shown } = useStore(route);
  const takesGames = takesFile(useStore(given).status);
  if (shown === 'play') return { label: texts.load.drop, takesText: true, take: (dropped) => void openOnBoard(dropped) };
  if (shown !== 'me' || !takesGames) return null;
  return { label: texts.me.drop, takesText: false, take: ({ file }) => void (file && give(file)) };
}

/** The board with everything that belongs to a game. */
function Play() {
  const texts = useTexts();
  return (
    <main>
      <section class="play" aria-label={texts.board.label} tabIndex={-1}>
        <PlayerStrip above />
        <Board />
        <Warning />
        <PlayerStrip above={false} />
        <GuestNote />
        <EvaluationLine />
      </section>
      <section class="card game" aria-labelledby="game-title">
        <div class="card-head">
          <h2 id="game-title">{texts.moves.title}</h2>
          <Coach />
        </div>
        <Status />
        <NextLevel />
        <MoveField />
        <Message />
        <Notice />
        <Controls />
        <Moves />
      </section>
      <div class="mind">
        <Review />
        <HowISeeYou />
        <Aim />
      </div>
    </main>
  );
}

/** What stands below the navigation. */
function Shown() {
  switch (useStore(route).view) {
    case 'play':
      return <Play />;
    case 'me':
      return <Me />;
    case 'opponents':
      return <Opponents />;
    case 'runs':
      return <Runs />;
  }
}

export function App() {
  const texts = useTexts();
  const now = useStore(view);
  const { theme, language } = useStore(settings);
  const isPlay = useStore(route).view === 'play';
  const dropTarget = useDropTarget();
  const isOver = useDrop(dropTarget);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset['theme'] = theme;
  }, [theme, language]);
  return (
    <>
      <a class="skip" href={isPlay ? '#move-field' : '#content'}>
        {isPlay ? texts.skip : texts.views.skip}
      </a>
      <TopBar />
      <ConnectionLine />
      <Shown />
      <LiveRegion />
      <Dialogs name={now.dialog} />
      <Leave />
      {isOver && dropTarget && <div class="drop">{dropTarget.label}</div>}
    </>
  );
}
