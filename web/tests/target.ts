import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { State } from '../src/net/contract';
import { Mock } from './mock';

/** A server that a scenario plays against: the mock, or the program named by BAYESCHESS. */
export interface Target {
  url: string;
  state(): Promise<State>;
  /** Ends the server as a crash would, and starts it again at the same address. */
  kill(): Promise<void>;
  revive(): Promise<void>;
  /** Tunes the options of an engine, by default of the program itself, into the folder of that name; only the program can. */
  tune?(name: string, recipe: string, engine?: string): Promise<void>;
  /** Makes the engine think so long before each move, in milliseconds; only the mock can. */
  slow?(ms: number): void;
  /** Lets runs go on, or keeps them as they are; only the mock can. */
  runsGoOn?(goOn: boolean): void;
  stop(): Promise<void>;
}

/** The program, of which more can be known. */
export interface ProgramTarget extends Target {
  /** Number of the process that serves. */
  pid(): number;
  /** The folder in which it works, with its database. */
  folder: string;
  /** Runs another command of the program in that folder, with its database. */
  command(...words: string[]): Promise<void>;
}

export function isProgram(target: Target): target is ProgramTarget {
  return 'pid' in target;
}

/** Starts the mock; the seed decides what its engine plays. */
export async function mockTarget(dist: string, seed: number): Promise<Target> {
  const mock = new Mock({ dist, seed, engineMs: 40 });
  const port = await mock.start();
  return {
    url: `http://127.0.0.1:${port}/`,
    state: () => Promise.resolve(mock.state()),
    kill: () => mock.stop(),
    revive: async () => void (await mock.start(port)),
    slow: mock.slow,
    runsGoOn: mock.runsGoOn,
    stop: () => mock.stop(),
  };
}

/** Runs the program in a folder to its end. */
async function finish(binary: string, folder: string, words: string[]): Promise<void> {
  const child = spawn(binary, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`bayeschess ${words.join(' ')} ended with ${code}`);
}

/** Starts the program and waits for the line that names its address. */
async function launch(binary: string, folder: string, port: number): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(resolve(binary), ['serve', '--port', String(port), '--no-open', '--json', '--db', join(folder, 'page.db')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((found, failed) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const line = text.split('\n')[0];
      if (text.includes('\n') && line) found((JSON.parse(line) as { url: string }).url);
    });
    child.on('exit', (code) => failed(new Error(`bayeschess serve ended with ${code}`)));
  });
  return { process: child, url };
}

export async function programTarget(binary: string): Promise<ProgramTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'bayeschess-page-'));
  let running = await launch(binary, folder, 0);
  const address = new URL(running.url);
  const token = address.searchParams.get('token') ?? '';
  const ended = async (): Promise<void> => {
    const child = running.process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url: running.url,
    folder,
    command: (...words) => finish(resolve(binary), folder, [...words, '--db', 'page.db']),
    pid: () => running.process.pid ?? 0,
    state: async () => {
      const answer = await fetch(`${address.origin}/api/state?token=${token}`);
      return (await answer.json()) as State;
    },
    kill: ended,
    revive: async () => {
      running = await launch(binary, folder, Number(address.port));
    },
    tune: async (name, recipe, engine = binary) => {
      const head = `engine = 'uci:"${resolve(engine)}" uci;Adaptation=false;Hash=1'\n`;
      writeFileSync(join(folder, `${name}.toml`), head + recipe);
      await finish(resolve(binary), folder, ['tune', `${name}.toml`, '--out', name]);
    },
    stop: async () => {
      await ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
