import type { Texts } from './i18n';
import { ApiError } from './net/api';
import type { ProblemCode } from './net/contract';

/** What only the server can say: a path, a line of a request, the words of the system. */
const WITH_DETAIL: readonly (ProblemCode | undefined)[] = ['bad_request', 'wrong_recipe', 'storage', undefined];

/** What failed and why, in the user's language. */
export function refusalInWords(error: unknown, texts: Texts): string {
  if (!(error instanceof ApiError)) return `${texts.errors.failed} (${error instanceof Error ? error.message : String(error)})`;
  const { code, reject } = error;
  if (reject) {
    const reason = texts.me.reasonsOfRefusal[reject.reason] ?? reject.reason;
    return texts.errors.unreadable(reason, reject.line, reject.near ?? '');
  }
  const sentence = code === undefined ? texts.errors.failed : texts.errors.codes[code];
  return code !== 'unreachable' && WITH_DETAIL.includes(code) ? `${sentence} (${texts.errors.inEnglish}${error.message})` : sentence;
}
