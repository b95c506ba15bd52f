import { render } from 'preact';
import '@lichess-org/chessground/assets/chessground.base.css';
import './styles/page.css';
import './styles/board.css';
import './styles/panels.css';
import './styles/dialogs.css';
import { App } from './App';
import { commands, start, view } from './game';
import { startKeys } from './keys';
import { startNarrator } from './narrator';

const page = document.getElementById('page');
if (page) render(<App />, page);

startNarrator();
startKeys();

// A new user is asked for a level and a name before the first move.
let offered = false;
view.listen(({ state, dialog }) => {
  if (offered || !state) return;
  offered = true;
  if (!dialog && (!state.game || (!state.seat.asked && state.game.moves.length === state.game.given_plies))) {
    commands.open('new');
  }
});

start();
