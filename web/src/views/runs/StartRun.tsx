import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../../clipboard';
import { view } from '../../game';
import { texts as textsNow, useTexts } from '../../i18n';
import { runsApi, type Draft, type RecipeKind, type Recipes } from '../../net/runs';
import { refusalInWords } from '../../refusal';
import { settings } from '../../settings';
import { useStore } from '../../store';
import { ServerWords } from '../../ServerWords';
import { firstFields, firstNames, keyNamed, recipeOf, type Fields, type Names } from './recipe';
import { RecipeFields } from './RecipeFields';
import { request } from './request';
import { faultInWords } from './said';
import { changed } from './watch';

/** How long the form waits for the next letter before it asks for the recipe, in milliseconds. */
const PAUSE_MS = 200;

/** The recipe as the server wrote it last, or why it did not. */
interface Drafted {
  draft: Draft | null;
  failed: string;
}

/** The recipe as the server would write it, asked for whenever the form rests, and again when the server is back. */
function useDraft(kind: RecipeKind, fields: Fields, used: ReadonlySet<string>, names: Names): Drafted {
  const [drafted, setDrafted] = useState<Drafted>({ draft: null, failed: '' });
  const { connection } = useStore(view);
  const { locale } = useTexts();
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      runsApi.check(kind.kind, recipeOf(kind, fields, used, names, locale)).then(
        (draft) => void (isOld || setDrafted({ draft, failed: '' })),
        (error: unknown) => void (isOld || setDrafted({ draft: null, failed: refusalInWords(error, textsNow()) })),
      );
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [kind, fields, used, names, locale, connection]);
  return drafted;
}

/** What is wrong with a recipe, and at which key. What no code tells the program says in English. */
function Fault({ kind, fault }: { kind: RecipeKind; fault: NonNullable<Draft['fault']> }) {
  const texts = useTexts();
  const isSpanish = useStore(settings).language === 'es';
  const key = fault.key === null ? undefined : keyNamed(kind, fault.key);
  const said = faultInWords(texts, key, fault);
  return (
    <p class="notice">
      {texts.runs.start.fault}:{' '}
      {fault.key !== null && (
        <>
          <code>{fault.key}</code>
          {isSpanish && key && ` (${key.meaning_es})`}:{' '}
        </>
      )}
      {said ?? <ServerWords text={fault.text} />}
    </p>
  );
}

function Recipe({ kind, drafted: { draft, failed } }: { kind: RecipeKind; drafted: Drafted }) {
  const texts = useTexts();
  const heading = kind.has_file ? texts.runs.start.recipe : texts.runs.start.options;
  return (
    <div class="recipe">
      <div class="card-head">
        <h3>{heading}</h3>
        <button type="button" class="quiet" disabled={!draft?.toml} onClick={() => void copyText(draft?.toml ?? '')}>
          {texts.runs.start.copy}
        </button>
      </div>
      <div class="fault" role="status">
        {draft?.fault && <Fault kind={kind} fault={draft.fault} />}
        {failed !== '' && <p class="notice">{failed}</p>}
      </div>
      <pre role="group" tabIndex={0} aria-label={heading}>
        {draft?.toml ?? ''}
      </pre>
      {draft?.command && (
        <p class="detail">
          {texts.runs.start.command}: <code>{draft.command}</code>
        </p>
      )}
    </div>
  );
}

function Form({ kind, recipes }: { kind: RecipeKind; recipes: Recipes }) {
  const texts = useTexts();
  const [fields, setFields] = useState<Fields>(() => firstFields(kind));
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState<Names>(() => firstNames(kind));
  const [name, setName] = useState('');
  const [threads, setThreads] = useState('');
  const [said, setSaid] = useState('');
  const [failed, setFailed] = useState('');
  const drafted = useDraft(kind, fields, used, names);
  const { draft } = drafted;
  const recipe = () => recipeOf(kind, fields, used, names, texts.locale);
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const count = threads.trim() === '' ? null : Number(threads);
    const ask = () => runsApi.start(kind.kind, name, recipe(), count);
    const details = await request(ask, setFailed, () => texts.runs.start.started(name));
    if (!details) return;
    setSaid(texts.runs.start.started(name));
    setName('');
    changed(details);
  };
  const save = async (): Promise<void> => {
    const ask = () => runsApi.save(kind.kind, name, recipe());
    const saved = await request(ask, setFailed, ({ file }) => texts.runs.start.saved(file));
    if (saved) setSaid(texts.runs.start.saved(saved.file));
  };
  const isReady = draft?.toml !== null && draft !== null && name !== '';
  return (
    <form class="recipe-form" onSubmit={(event) => void start(event)}>
      <RecipeFields
        kind={kind}
        fields={fields}
        used={used}
        names={names}
        name={(table, now) => setNames((before) => ({ ...before, [table]: now }))}
        wrong={draft?.fault?.key ?? null}
        set={(key, value) => setFields((before) => ({ ...before, [key]: value }))}
        use={(table, isUsed) =>
          setUsed((before) => {
            const after = new Set(before);
            if (isUsed) after.add(table);
            else after.delete(table);
            return after;
          })
        }
      />
      <Recipe kind={kind} drafted={drafted} />
      <div class="recipe-key">
        <label for="run-name">{texts.runs.start.name}</label>
        <input
          id="run-name"
          type="text"
          required
          maxLength={60}
          pattern="[A-Za-z0-9][A-Za-z0-9\-]*"
          value={name}
          aria-describedby="run-name-help"
          autoComplete="off"
          spellcheck={false}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <p id="run-name-help" class="detail">
          {texts.runs.start.nameHelp}
        </p>
      </div>
      <div class="recipe-key">
        <label for="run-threads">{texts.runs.start.threads}</label>
        <input
          id="run-threads"
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          value={threads}
          aria-describedby="run-threads-help"
          onInput={(event) => setThreads(event.currentTarget.value)}
        />
        <p id="run-threads-help" class="detail">
          {texts.runs.start.threadsHelp(recipes.cores)}
        </p>
      </div>
      <div class="controls">
        <button type="submit" class="primary" disabled={!isReady}>
          {texts.runs.start.go}
        </button>
        {kind.has_file && (
          <button type="button" disabled={!isReady} onClick={() => void save()}>
            {texts.runs.start.save}
          </button>
        )}
      </div>
      {failed !== '' && <p class="notice">{failed}</p>}
      {said !== '' && failed === '' && <p class="detail">{said}</p>}
    </form>
  );
}

/** The form in which a recipe is made and a run started. */
export function StartRun() {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [recipes, setRecipes] = useState<Recipes | null>(null);
  const [chosen, setChosen] = useState(0);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    if (isOpen && !recipes) void request(runsApi.recipes, setFailed).then((found) => found && setRecipes(found));
  }, [isOpen]);
  const kind = recipes?.kinds[chosen];
  return (
    <section class="card start-run" aria-labelledby="start-title">
      <div class="card-head">
        <h2 id="start-title">{texts.runs.start.title}</h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.runs.start.close : texts.runs.start.open}
        </button>
      </div>
      {isOpen && failed !== '' && <p class="notice">{failed}</p>}
      {isOpen && recipes && !recipes.may_start && <p class="notice">{texts.runs.start.notAllowed}</p>}
      {isOpen && recipes && recipes.may_start && kind && (
        <>
          <div class="recipe-key">
            <label for="run-kind">{texts.runs.start.kind}</label>
            <select id="run-kind" value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
              {recipes.kinds.map((one, place) => (
                <option key={one.kind} value={String(place)}>
                  {texts.runs.start.kinds[one.kind]}
                </option>
              ))}
            </select>
          </div>
          <Form key={kind.kind} kind={kind} recipes={recipes} />
        </>
      )}
    </section>
  );
}
