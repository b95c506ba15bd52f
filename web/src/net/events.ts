import { ApiError, api } from './api';
import type { State } from './contract';
import type { ReportStatus } from './me';
import type { RunsNews } from './runs';

/** Whether the program answers: `lost` is tried again, `forbidden` needs another address. */
export type Connection = 'connecting' | 'open' | 'lost' | 'forbidden';

/** What is told, by its kind: how the connection is, and the events of the server. */
export interface Told {
  connection: Connection;
  state: State;
  /** Runs may have changed. */
  runs: RunsNews;
  report: ReportStatus;
}

type Kind = keyof Told;
export type EventListener = { [K in Kind]?: (told: Told[K]) => void };
/** What a tab asks of the one that holds the stream: how things stand, or to open it anew. */
type TabRequest = { kind: 'hello' } | { kind: 'check' };
type Message<K extends Kind = Kind> = { [P in K]: { kind: P; told: Told[P] } }[K];

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** A browser opens at most six connections to one server, so ten tabs must share one stream. */
const LOCK = 'bayeschess.events';

/** Keeps one event stream open while this tab leads, and opens it again when it breaks. */
class Stream {
  private source: EventSource | undefined;
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: <K extends Kind>(kind: K, told: Told[K]) => void) {}

  open(): void {
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource('/api/events');
    this.source = source;
    source.onopen = () => {
      this.retryMs = FIRST_RETRY_MS;
      this.tell('connection', 'open');
    };
    for (const kind of ['state', 'runs', 'report'] as const)
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        this.tell('connection', 'open');
        this.tell(kind, JSON.parse(event.data) as Told[typeof kind]);
      });
    source.onerror = () => {
      // The browser's own retries end for good on an error answer: the stream is always opened anew from here.
      source.close();
      void this.refresh();
      this.timer = setTimeout(() => this.open(), this.retryMs);
      this.retryMs = Math.min(this.retryMs * 1.7, LONGEST_RETRY_MS);
    };
  }

  /** Asks for the whole state; tells a server that is gone from one that bars this page. */
  private async refresh(): Promise<void> {
    try {
      this.tell('state', await api.state());
    } catch (error) {
      // The stream may have been opened again before this request failed.
      if (this.source?.readyState === EventSource.OPEN) return;
      const barred = error instanceof ApiError && error.status === 403;
      this.tell('connection', barred ? 'forbidden' : 'lost');
    }
  }

  /** Opens a stream anew that seems to be open. */
  check(): void {
    if (this.source?.readyState === EventSource.OPEN) this.open();
  }

  now(): void {
    if (this.source?.readyState !== EventSource.OPEN) this.open();
  }
}

let check = (): void => undefined;

/** Opens the stream anew in the tab that holds it. Called when a request got no answer: the stream may have died without a sign. */
export function checkStream(): void {
  check();
}

const listeners = new Set<EventListener>();

function deliver<K extends Kind>(kind: K, told: Told[K]): void {
  for (const listener of [...listeners]) listener[kind]?.(told);
}

/** Calls `listener` with everything that is told from now on, until the returned function is called. */
export function listen(listener: EventListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Delivers the events of the server to all listeners, from now on.
 *
 * One tab holds the event stream and passes on what it hears; when it is closed another takes over. Where the browser
 * has no locks (an address other than loopback without TLS) each tab has its own stream. The server begins each stream
 * with how things stand, so that nothing is missed between two streams.
 */
export function connect(): void {
  const channel = new BroadcastChannel(LOCK);
  let leads = false;
  const last: Partial<Told> = { connection: 'connecting' };

  const pass = <K extends Kind>(message: Message<K>): void => channel.postMessage(message);
  const repeat = <K extends Kind>(kind: K): void => {
    const told = last[kind];
    if (told !== undefined) pass<Kind>({ kind, told } as Message);
  };
  channel.onmessage = (event: MessageEvent<Message | TabRequest>) => {
    const message = event.data;
    if (message.kind === 'check') {
      if (leads) stream.check();
    } else if (message.kind === 'hello') {
      // A new tab fetches the state by itself: the one that was heard here has aged since.
      if (leads) for (const kind of ['report', 'connection'] as const) repeat(kind);
    } else if (!leads) deliver(message.kind, message.told);
  };

  const stream = new Stream((kind, told) => {
    if (kind === 'connection' && told === last.connection) return;
    last[kind] = told;
    deliver(kind, told);
    repeat(kind);
  });
  check = () => (leads ? stream.check() : channel.postMessage({ kind: 'check' } satisfies TabRequest));
  const lead = (): Promise<never> => {
    leads = true;
    stream.open();
    return new Promise<never>(() => undefined);
  };
  addEventListener('online', () => leads && stream.now());
  document.addEventListener('visibilitychange', () => leads && !document.hidden && stream.now());

  // The next state that the leader hears may be far away.
  api.state().then((state) => deliver('state', state), () => undefined);
  channel.postMessage({ kind: 'hello' } satisfies TabRequest);
  if ('locks' in navigator) void navigator.locks.request(LOCK, lead);
  else void lead();
}
