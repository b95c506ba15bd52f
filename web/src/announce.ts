import { createStore } from './store';

/** What the two live regions hold. They take turns, so that one sentence does not wipe out the one before. */
export const spoken = createStore<{ regions: [string, string]; next: 0 | 1 }>({ regions: ['', ''], next: 0 });

export function announce(text: string): void {
  const { regions, next } = spoken.get();
  // The same sentence said twice is a change only with another space at its end.
  const said = regions[next] === text ? `${text}\u00a0` : text;
  spoken.set(next === 0 ? { regions: [said, regions[1]], next: 1 } : { regions: [regions[0], said], next: 0 });
}
