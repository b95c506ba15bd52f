import type { ExampleGame } from '../../net/results';
import { useFormats } from './formats';

/** A game that shows a statement. */
export function Example({ example }: { example: ExampleGame }) {
  const { texts } = useFormats();
  if (example.game === '') return null;
  return (
    <p class="detail">
      {texts.example} <bdi>{example.game}</bdi> ({texts.gameNumber(example.number)})
      {example.moves.length > 0 && `: ${example.moves.join(', ')}`}
    </p>
  );
}
