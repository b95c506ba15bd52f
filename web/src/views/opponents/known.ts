import { ApiError } from '../../net/api';
import type { OpponentName } from '../../net/contract';
import { opponentsApi, type OpponentCard, type OpponentDetails } from '../../net/opponents';
import { texts } from '../../i18n';
import { createStore } from '../../store';
import { announce } from '../../announce';
import { refusalInWords } from '../../refusal';

export interface Known {
  cards: OpponentCard[] | null;
  /** Moves of a game from which it is remembered, and tells of its player. */
  leastMoves: number;
  /** The card that is brought into view as soon as it is shown. */
  wanted: number | null;
  /** The opponents whose cards are open, with everything that is remembered. */
  details: Record<number, OpponentDetails>;
  /** Why the details of an opened card could not be read, the last time. */
  unread: Record<number, string>;
  failed: string | null;
}

export const known = createStore<Known>({ cards: null, leastMoves: 0, wanted: null, details: {}, unread: {}, failed: null });

/** What was refused and why; other errors are thrown on. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return refusalInWords(error, texts());
}

/** Brings a card into view as soon as it is shown. */
export function showCard(wanted: number | null): void {
  known.update({ wanted });
}

/** The card of an opponent with this name, in any capitals and Unicode form, or another spelling of it. */
export function cardOf(cards: readonly OpponentCard[], { name, origin, kind }: OpponentName): OpponentCard | undefined {
  const key = (text: string): string => text.toLowerCase().normalize('NFC');
  const isMeant = (spelling: string): boolean => key(spelling) === key(name);
  // A program of the same name is another opponent; a person may not be known as one yet.
  const isProgram = (one: OpponentName['kind']): boolean => one === 'computer';
  return cards.find(
    (card) => card.origin === origin && isProgram(card.kind) === isProgram(kind) && [card.name, ...card.aliases].some(isMeant),
  );
}

/** Reads the list, and those cards again that were open. */
export async function readCards(): Promise<void> {
  try {
    const { opponents: cards, least_moves: leastMoves } = await opponentsApi.list();
    const open = openOf(cards);
    known.update({ cards, leastMoves, failed: null });
    await Promise.all(open.map(readDetails));
  } catch (error) {
    known.update({ failed: sentenceOf(error) });
  }
}

/** Reads everything that is remembered of an opponent; what was read before stays if that fails. */
export async function readDetails(id: number): Promise<void> {
  try {
    const details = await opponentsApi.one(id);
    const { [id]: _, ...unread } = known.get().unread;
    known.update({ details: { ...known.get().details, [id]: details }, unread });
  } catch (error) {
    known.update({ unread: { ...known.get().unread, [id]: sentenceOf(error) } });
  }
}

/** The opponents of a list whose cards were opened. */
const openOf = (cards: OpponentCard[]): number[] => {
  const there = new Set(cards.map((card) => card.id));
  const { details, unread } = known.get();
  return [...new Set([...Object.keys(details), ...Object.keys(unread)].map(Number))].filter((id) => there.has(id));
};

/** Reads the list now, and whenever the user comes back to it: commands in a terminal change it, too. */
export function readWhenLookedAt(): () => void {
  const read = (): void => void readCards();
  // The link to the view, clicked in the view, opens it anew.
  const click = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('a[href="#opponents"]')) read();
  };
  read();
  addEventListener('focus', read);
  addEventListener('click', click);
  return () => {
    removeEventListener('focus', read);
    removeEventListener('click', click);
  };
}

/** Does what the server is asked for; says what was done, or by `fail` why it was not. Details that were open are read again. */
export async function change(ask: () => Promise<{ opponents: OpponentCard[] }>, done: string, fail: (sentence: string) => void): Promise<boolean> {
  try {
    const cards = (await ask()).opponents;
    const open = openOf(cards);
    known.update({ cards, details: {}, failed: null });
    announce(done);
    await Promise.all(open.map(readDetails));
    return true;
  } catch (error) {
    fail(sentenceOf(error));
    return false;
  }
}
