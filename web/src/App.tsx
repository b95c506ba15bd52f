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

/** A file dropped anywhere on the page is opened. */
function useDrop(isPlay: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!isPlay) return;
    const holdsText = (event: DragEvent): boolean =>
      ['Files', 'text/plain'].some((type) => event.dataTransfer?.types.includes(type));
    const drag = (event: DragEvent): void => {
      if (!holdsText(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = async (event: DragEvent): Promise<void> => {
      if (!holdsText(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (file ? await openFile(file) : text !== '' && (await openDropped(text))) commands.open(null);
    };
    const onDrop = (event: DragEvent): void => void drop(event);
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', onDrop);
    };
  }, [isPlay]);
  return over;
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
  const over = useDrop(isPlay);
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
      {over && <div class="drop">{texts.load.drop}</div>}
    </>
  );
}
