import { openText } from '../../dialogs/Load';
import { commands } from '../../game';
import type { ReportPosition } from '../../net/report';
import { useFormats } from './formats';

/** Begins a game from a position against the engine, and shows it. */
async function playOn({ fen, color }: ReportPosition): Promise<void> {
  if (!(await openText(fen, color))) return;
  commands.open(null);
  location.hash = '#play';
}

/** Positions of the user's games; each can be played on against the engine. */
export function Positions({ positions }: { positions: ReportPosition[] }) {
  const { peers } = useFormats();
  if (positions.length === 0) return null;
  return (
    <div class="positions">
      <span class="detail">{peers.positions}</span>
      {positions.map((position) => {
        const move = position.moves[0] ?? position.fen;
        return (
          <button
            type="button"
            key={position.game + position.fen}
            title={`${position.game}\n${position.fen}`}
            aria-label={peers.playOn(move, position.game)}
            onClick={() => void playOn(position)}
          >
            {move}
          </button>
        );
      })}
      <ul class="fens">
        {positions.map((position) => (
          <li key={position.game + position.fen}>
            {position.game}: {position.fen}
          </li>
        ))}
      </ul>
    </div>
  );
}
