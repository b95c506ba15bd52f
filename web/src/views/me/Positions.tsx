import { goToBoard } from '../../board/inView';
import { Diagram } from '../../board/Diagram';
import { openText } from '../../dialogs/Load';
import { commands } from '../../game';
import type { ReportPosition } from '../../net/report';
import { goTo } from '../route';
import { useFormats } from './formats';

/** Begins a game from a position against the engine, and shows it. */
async function playOn({ fen, color }: ReportPosition): Promise<void> {
  if (!(await openText(fen, color))) return;
  commands.open(null);
  goTo('play');
  goToBoard();
}

/** Positions of the user's games as diagrams; each can be played on against the engine. Paper has the FEN as well. */
export function Positions({ positions }: { positions: ReportPosition[] }) {
  const { peers } = useFormats();
  if (positions.length === 0) return null;
  return (
    <div class="positions">
      <span class="detail no-print">{peers.positions}</span>
      <ul>
        {positions.map((position) => {
          const move = position.moves[0] ?? '';
          return (
            <li key={position.game + position.fen}>
              <button
                type="button"
                title={`${position.game}\n${position.fen}`.trim()}
                aria-label={peers.playOn(move, position.game)}
                onClick={() => void playOn(position)}
              >
                <Diagram fen={position.fen} color={position.color} />
                {move}
              </button>
              <p class="detail on-paper">
                {position.game}
                <br />
                {position.fen}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
