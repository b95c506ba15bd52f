import { render } from 'preact';
import '@lichess-org/chessground/assets/chessground.base.css';
import './styles/page.css';
import './styles/board.css';
import './styles/panels.css';
import './styles/dialogs.css';
import './styles/views.css';
import './styles/charts.css';
import './styles/report.css';
import { App } from './App';
import { OrCrash } from './Crash';
import { commands, start, view } from './game';
import { startKeys } from './keys';
import { startNarrator } from './narrator';
import { route } from './views/route';

const page = document.getElementById('page');
if (page) {
  render(
    <OrCrash>
      <App />
    </OrCrash>,
    page,
  );
}

startNarrator();
startKeys();

// A new user is asked for a level and a name before the first move, but not over a position that they chose to play on.
let offered = false;
let cameFromElsewhere = false;
function offer(): void {
  const { state, dialog } = view.get();
  if (offered || !state) return;
  if (route.get().view !== 'play') {
    cameFromElsewhere = true;
    return;
  }
  offered = true;
  const isUntouched = state.game !== null && !state.seat.asked && state.game.moves.length === state.game.given_plies;
  if (!dialog && (!state.game || (isUntouched && !cameFromElsewhere))) commands.open('new');
}
view.listen(offer);
route.listen(offer);

start();
