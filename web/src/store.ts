import { useEffect, useState } from 'preact/hooks';

/** A value that components and plain functions can read, change and listen to. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  update(change: Partial<T>): void;
  listen(listener: (value: T, before: T) => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<(value: T, before: T) => void>();
  const set = (next: T): void => {
    if (next === value) return;
    const before = value;
    value = next;
    for (const listener of [...listeners]) listener(value, before);
  };
  return {
    get: () => value,
    set,
    update: (change) => set({ ...value, ...change }),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders the component again whenever the store changes. */
export function useStore<T extends object>(store: Store<T>): T {
  const [value, show] = useState(store.get());
  useEffect(() => {
    show(store.get());
    return store.listen((next) => show(next));
  }, [store]);
  return value;
}
