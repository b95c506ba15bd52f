import { useState } from 'preact/hooks';
import { copyFen, copyPgn, savePgn, shownFen } from '../clipboard';
import { act, commands, view } from '../game';
import { useTexts } from '../i18n';
import { announce } from '../announce';
import { mayLeave } from '../leave';
import { api, LONGEST_COMMAND } from '../net/api';
import type { ColorName } from '../net/contract';
import { texts as textsNow } from '../i18n';
import { useStore } from '../store';
import { decoded } from './decoded';
import { Choice, Dialog } from './Dialog';

/** Bytes of a command that are not its text. */
const REST = 500;

function refuseAsTooLong(): false {
  const message = textsNow().load.tooLong;
  // Said again where it is the message already.
  if (view.get().message === message) announce(message);
  view.update({ message });
  return false;
}

/** The side of the user in a game whose tags have their name on one side; null where they have not. */
function namedSide(text: string): ColorName | null {
  const plain = (name: string | null | undefined): string | undefined =>
    name?.trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC');
  const own = plain(view.get().state?.seat.name);
  const tag = (name: string): string | undefined =>
    plain(new RegExp(`^\\s*\\[${name}\\s+"((?:[^"\\\\]|\\\\.)*)"`, 'm').exec(text)?.[1]?.replace(/\\(.)/g, '$1'));
  const [white, black] = [tag('White') === own, tag('Black') === own];
  if (own === undefined || white === black) return null;
  return white ? 'white' : 'black';
}

/** Opens a dropped file with a position or a game; true if it was taken. */
export async function openFile(file: File): Promise<boolean> {
  return file.size > LONGEST_COMMAND ? refuseAsTooLong() : openDropped(await decoded(file));
}

/** Opens a dropped text, in which the user has the side that bears their name; true if it was taken. */
export async function openDropped(text: string): Promise<boolean> {
  return openText(text, namedSide(text));
}

/** Opens a pasted position or game, if the running one may be left; true if it was taken. */
export async function openText(text: string, human: ColorName | null): Promise<boolean> {
  // Line breaks and quotation marks are two bytes in a command.
  if (new TextEncoder().encode(JSON.stringify(text)).length > LONGEST_COMMAND - REST) return refuseAsTooLong();
  if (!(await mayLeave())) return false;
  return act(() => api.load(text.trim(), human, view.get().state?.settings.time ?? null));
}

/** Opens a position or game that is pasted; copies those on the board. */
export function Load() {
  const texts = useTexts();
  const now = useStore(view);
  const [text, setText] = useState('');
  const [color, setColor] = useState<ColorName | 'random' | null>(null);
  const side = color ?? namedSide(text) ?? 'random';
  const fill = async (file: File): Promise<void> => {
    if (file.size > LONGEST_COMMAND) refuseAsTooLong();
    else setText(await decoded(file));
  };
  const open = async (): Promise<void> => {
    if (await openText(text, side === 'random' ? null : side)) commands.open(null);
  };
  return (
    <Dialog title={texts.nav.load}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label class="field">
          {texts.load.field}
          <textarea
            rows={6}
            value={text}
            spellcheck={false}
            aria-describedby="load-note"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p class="detail" id="load-note">
          {texts.load.paste}
        </p>
        <label class="field">
          {texts.load.choose}
          <input
            type="file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void fill(file);
            }}
          />
        </label>
        <Choice<ColorName | 'random'>
          legend={texts.load.myColor}
          name="load-color"
          value={side}
          options={[
            ['white', texts.color.white],
            ['random', texts.load.toMove],
            ['black', texts.color.black],
          ]}
          choose={setColor}
        />
        <p class="message" role="alert">
          {now.message}
        </p>
        <div class="buttons">
          <button type="submit" class="primary" disabled={text.trim() === ''}>
            {texts.load.open}
          </button>
        </div>
      </form>
      <label class="field">
        FEN
        <input type="text" readOnly value={shownFen()} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="buttons">
        <button type="button" onClick={() => void copyFen()}>
          {texts.load.copyFen}
        </button>
        <button type="button" onClick={() => void copyPgn()}>
          {texts.load.copyPgn}
        </button>
        <button type="button" onClick={() => void savePgn()}>
          {texts.load.savePgn}
        </button>
      </div>
    </Dialog>
  );
}
