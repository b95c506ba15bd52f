import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { isolated } from '../../i18n/isolated';
import { LONGEST_NAME } from '../../net/api';
import { opponentsApi, type OpponentCard } from '../../net/opponents';
import { useStore } from '../../store';
import { change, known, showCard } from './known';

type Mode = 'rename' | 'merge' | 'forget' | null;

interface FormProps {
  card: OpponentCard;
  close(): void;
  /** Called once the change is made; the form, and with it the focus, may be gone. */
  done(): void;
}

function Rename({ card, close, done }: FormProps) {
  const texts = useTexts();
  const [name, setName] = useState(card.name);
  const [failed, setFailed] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await change(() => opponentsApi.rename(card.id, name), texts.opponents.renamed(name), setFailed))) return;
    done();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label>
        {texts.opponents.newName}
        <input type="text" value={name} maxLength={LONGEST_NAME} required onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <p class="detail">{texts.opponents.renameHelp}</p>
      <Failure sentence={failed} />
      <Buttons submit={texts.opponents.rename} close={close} />
    </form>
  );
}

function Merge({ card, close, done }: FormProps) {
  const texts = useTexts();
  const { cards } = useStore(known);
  const others = (cards ?? []).filter((other) => other.id !== card.id);
  const [chosen, setChosen] = useState(others[0]?.id ?? -1);
  const [failed, setFailed] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await change(() => opponentsApi.merge(card.id, chosen), texts.opponents.merged(card.name), setFailed))) return;
    done();
  };
  if (others.length === 0) return <p>{texts.opponents.nobodyElse}</p>;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label>
        {texts.opponents.mergeWith}
        <select value={chosen} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {other.origin ? `${isolated(other.name)} (${isolated(other.origin)})` : other.name}
            </option>
          ))}
        </select>
      </label>
      <p class="detail">{texts.opponents.mergeHelp(card.name)}</p>
      <Failure sentence={failed} />
      <Buttons submit={texts.opponents.merge} close={close} />
    </form>
  );
}

function Forget({ card, close, done }: FormProps) {
  const texts = useTexts();
  const [name, setName] = useState('');
  const [deletes, setDeletes] = useState(false);
  const [failed, setFailed] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await change(() => opponentsApi.forget(card.id, name, deletes), texts.opponents.forgotten(card.name), setFailed))) return;
    done();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p>{texts.opponents.forgetHelp(card.games)}</p>
      <label class="check">
        <input type="checkbox" checked={deletes} onChange={(event) => setDeletes(event.currentTarget.checked)} />
        {texts.opponents.deleteGames}
      </label>
      <label>
        {texts.opponents.confirm(card.name)}
        <input type="text" value={name} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <Failure sentence={failed} />
      <Buttons submit={texts.opponents.forget} close={close} danger disabled={name.trim().normalize('NFC') !== card.name.normalize('NFC')} />
    </form>
  );
}

/** Why the change was refused, beside the buttons that ask for it. */
function Failure({ sentence }: { sentence: string }) {
  return sentence === '' ? null : (
    <p class="notice" role="alert">
      {sentence}
    </p>
  );
}

function Buttons(props: { submit: string; close(): void; danger?: boolean; disabled?: boolean }) {
  const texts = useTexts();
  return (
    <div class="controls">
      <button type="submit" class={props.danger ? 'danger' : 'primary'} disabled={props.disabled ?? false}>
        {props.submit}
      </button>
      <button type="button" onClick={props.close}>
        {texts.opponents.cancel}
      </button>
    </div>
  );
}

/** What can be done with a card. */
export function Change({ card }: { card: OpponentCard }) {
  const texts = useTexts();
  const [mode, setMode] = useState<Mode>(null);
  const controls = useRef<HTMLDivElement>(null);
  const close = (): void => {
    controls.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    setMode(null);
  };
  const toCard = (): void => {
    setMode(null);
    showCard(card.id);
  };
  const toList = (): void => document.getElementById('content')?.focus({ preventScroll: true });
  const button = (name: Exclude<Mode, null>, label: string) => (
    <button type="button" aria-label={`${label}: ${card.name}`} aria-expanded={mode === name} onClick={() => setMode(mode === name ? null : name)}>
      {label}
    </button>
  );
  return (
    <div class="change">
      <div class="controls" ref={controls}>
        {button('rename', texts.opponents.rename)}
        {button('merge', texts.opponents.merge)}
        <a class="button" aria-label={`${texts.opponents.export}: ${card.name}`} href={opponentsApi.exportAddress(card.id)} download>
          {texts.opponents.export}
        </a>
        {button('forget', texts.opponents.forget)}
      </div>
      {mode === 'rename' && <Rename card={card} close={close} done={toCard} />}
      {mode === 'merge' && <Merge card={card} close={close} done={toCard} />}
      {mode === 'forget' && <Forget card={card} close={close} done={toList} />}
    </div>
  );
}
