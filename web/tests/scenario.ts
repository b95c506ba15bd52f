import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Target } from './target';

/** Something that a user does, from start to end, with a server of its own. */
export interface Scenario {
  name: string;
  options?: BrowserContextOptions;
  /** True where the real program cannot be put into the state that is needed: always against the mock. */
  mockOnly?: boolean;
  /** True where only the real program will do. */
  programOnly?: boolean;
  /** Errors in the page's console that are part of the scenario. */
  expects?: RegExp;
  /** True for what only makes a picture, with the folder named by SCREENSHOTS. */
  pictureOnly?: boolean;
  run(context: BrowserContext, target: Target): Promise<void>;
}
