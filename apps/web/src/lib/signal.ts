import { useEffect, useState } from 'preact/hooks';

/** A value that several parts of a page observe. */
export interface Signal<Value> {
  get(): Value;
  set(value: Value): void;
  watch(listener: () => void): () => void;
}

export function signal<Value>(first: Value): Signal<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSignal<Value>(source: Signal<Value>): Value {
  const [, again] = useState(0);
  useEffect(() => source.watch(() => again((n) => n + 1)), [source]);
  return source.get();
}
