import { ApiError, api } from './api';
import type { State } from './contract';

/** Whether the program answers: `lost` is tried again, `forbidden` needs another address. */
export type Connection = 'connecting' | 'open' | 'lost' | 'forbidden';

export interface EventListeners {
  state(state: State): void;
  connection(connection: Connection): void;
}

type Message = { kind: 'state'; state: State } | { kind: 'connection'; connection: Connection } | { kind: 'hello' };

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** A browser opens at most six connections to one server, so ten tabs must share one stream. */
const LOCK = 'bayeschess.events';

/** Keeps one event stream open while this tab leads, and opens it again when it breaks. */
class Stream {
  private source: EventSource | undefined;
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly listeners: EventListeners) {}

  open(): void {
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource('/api/events');
    this.source = source;
    source.onopen = () => {
      this.retryMs = FIRST_RETRY_MS;
      this.listeners.connection('open');
    };
    source.addEventListener('state', (event: MessageEvent<string>) => {
      this.listeners.connection('open');
      this.listeners.state(JSON.parse(event.data) as State);
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
      this.listeners.state(await api.state());
    } catch (error) {
      const barred = error instanceof ApiError && error.status === 403;
      this.listeners.connection(barred ? 'forbidden' : 'lost');
    }
  }

  now(): void {
    if (this.source?.readyState !== EventSource.OPEN) this.open();
  }
}

/**
 * Delivers every state of the server to `listeners`.
 *
 * One tab holds the event stream and passes on what it hears; when it is closed another takes over. Where the browser
 * has no locks (an address other than loopback without TLS) each tab has its own stream.
 */
export function listen(listeners: EventListeners): void {
  const channel = new BroadcastChannel(LOCK);
  const tell = (message: Message): void => channel.postMessage(message);
  let leads = false;
  let last: State | undefined;
  let lastConnection: Connection = 'connecting';

  channel.onmessage = (event: MessageEvent<Message>) => {
    const message = event.data;
    if (message.kind === 'hello') {
      if (!leads) return;
      if (last) tell({ kind: 'state', state: last });
      tell({ kind: 'connection', connection: lastConnection });
    } else if (!leads && message.kind === 'state') listeners.state(message.state);
    else if (!leads && message.kind === 'connection') listeners.connection(message.connection);
  };

  const stream = new Stream({
    state(state) {
      last = state;
      listeners.state(state);
      tell({ kind: 'state', state });
    },
    connection(connection) {
      if (connection === lastConnection) return;
      lastConnection = connection;
      listeners.connection(connection);
      tell({ kind: 'connection', connection });
    },
  });
  const lead = (): Promise<never> => {
    leads = true;
    stream.open();
    return new Promise<never>(() => undefined);
  };
  addEventListener('online', () => leads && stream.now());
  document.addEventListener('visibilitychange', () => leads && !document.hidden && stream.now());

  // Until a leader speaks, a tab shows what it can fetch by itself.
  api.state().then(listeners.state, () => undefined);
  tell({ kind: 'hello' });
  if ('locks' in navigator) void navigator.locks.request(LOCK, lead);
  else void lead();
}
