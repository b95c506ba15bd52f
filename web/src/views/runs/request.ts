import { announce } from '../../announce';
import { texts } from '../../i18n';
import { ApiError } from '../../net/api';
import { refusalInWords } from '../../refusal';

/** Asks the server; what it refuses is told by `fail`, and what it does is announced. */
export async function request<T>(ask: () => Promise<T>, fail: (sentence: string) => void, said?: (answer: T) => string): Promise<T | undefined> {
  try {
    const answer = await ask();
    fail('');
    if (said) announce(said(answer));
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const sentence = refusalInWords(error, texts());
    fail(sentence);
    announce(sentence);
    return undefined;
  }
}
