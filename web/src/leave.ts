/** The question that is asked before a running game makes room for another one. */
import { view } from './game';
import { createStore } from './store';

/** Takes the answer, while the question is asked. */
export const question = createStore<{ answer: ((leaves: boolean) => void) | null }>({ answer: null });

/** True if the game on the board may make room. The user is asked if they have moved in it and it is not over. */
export function mayLeave(): Promise<boolean> {
  const { state, pending } = view.get();
  const game = state?.game;
  const isRunning = game && !game.result && (pending !== null || game.moves.some((move) => move.by === 'human'));
  if (!isRunning) return Promise.resolve(true);
  question.get().answer?.(false);
  return new Promise((resolve) =>
    question.set({
      answer: (leaves) => {
        question.set({ answer: null });
        resolve(leaves);
      },
    }),
  );
}
