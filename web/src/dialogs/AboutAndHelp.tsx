import { useEffect, useState } from 'preact/hooks';
import { useTexts, type Texts } from '../i18n';
import { ServerWords } from '../ServerWords';
import { api } from '../net/api';
import type { About as ServerAbout } from '../net/contract';
import { Dialog } from './Dialog';

/** Work by others in this page; `web/THIRD-PARTY.md` says the same. */
const PACKAGES = [
  ['board', 'chessground', 'GPL-3.0-or-later', 'lichess.org'],
  ['rules', 'chessops', 'GPL-3.0-or-later', 'Niklas Fiekas'],
  ['rules', '@badrap/result', 'MIT', 'badrap'],
  ['page', 'Preact', 'MIT', 'Jason Miller'],
  ['pieces', 'Cburnett', 'GPL-2.0-or-later', 'Colin M. L. Burnett'],
  ['openings', 'chess-openings', 'CC0-1.0', 'lichess.org'],
] as const;

/** What the program names besides; by name, since it says what each is for in English. */
const WORKS: Partial<Record<string, keyof Texts['about']['uses']>> = {
  chessground: 'board',
  chessops: 'rules',
  Preact: 'page',
  shakmaty: 'engineRules',
  axum: 'server',
  tokio: 'server',
  'chess-openings': 'openings',
  SQLite: 'database',
};

export function About() {
  const texts = useTexts();
  const [about, setAbout] = useState<ServerAbout | null>(null);
  useEffect(() => {
    api.about().then(setAbout, () => undefined);
  }, []);
  const uses = texts.about.uses;
  return (
    <Dialog title={`${texts.about.title} BayesChess`} wide>
      <p>{texts.about.what}</p>
      <p>
        {about && texts.about.version(about.version)} {texts.about.source}
      </p>
      <h3>{texts.about.by}</h3>
      <table class="plain-table">
        <tbody>
          {PACKAGES.map(([use, name, licence, author]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{uses[use]}</td>
              <td>{licence}</td>
              <td>{author}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {about && about.third_party.length > 0 && (
        <details>
          <summary>{texts.about.licences}</summary>
          <table class="plain-table">
            <tbody>
              {about.third_party.map((work) => {
                const use = WORKS[work.name];
                return (
                  <tr key={work.name}>
                    <th scope="row">{work.name}</th>
                    <td>{use ? uses[use] : <ServerWords text={work.what} />}</td>
                    <td>{work.license}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </details>
      )}
      <p class="detail">
        {uses.fonts} {uses.sounds}
      </p>
    </Dialog>
  );
}

function KeyTable({ title, rows }: { title: string; rows: readonly (readonly string[])[] }) {
  return (
    <>
      <h3>{title}</h3>
      <table class="plain-table">
        <tbody>
          {rows.map(([keys, meaning]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function Help() {
  const texts = useTexts();
  return (
    <Dialog title={texts.help.title} wide>
      <KeyTable title={texts.help.inField} rows={texts.help.commands} />
      <KeyTable title={texts.help.onBoard} rows={texts.help.boardKeys} />
      <KeyTable title={texts.help.onPage} rows={texts.help.pageKeys} />
    </Dialog>
  );
}
