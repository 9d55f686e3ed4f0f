/** Sets an entry as the newest of a map. Beyond `most` entries the oldest is dropped. */
export function keepNewest<K, V>(entries: Map<K, V>, key: K, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > most) entries.delete(entries.keys().next().value!);
}

/** A cache limited by its bytes: the least recently used entries are dropped first. */
interface BoundedMemory<T> {
  get(key: string): T | undefined;
  /** A value that takes more than a fiftieth of the cache is not kept. */
  set(key: string, value: T, bytes: number): void;
}

const LARGEST = 0.02;
/** Overhead of an entry beside its key and value. */
const ENTRY_BYTES = 500;

export function boundedMemory<T>(most_bytes: number): BoundedMemory<T> {
  const entries = new Map<string, { value: T; bytes: number }>();
  let used = 0;
  const drop = (key: string): void => {
    used -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      // A string takes two bytes a character as soon as one character is outside Latin-1.
      const bytes = size + 2 * key.length + ENTRY_BYTES;
      if (bytes > most_bytes * LARGEST) return;
      drop(key);
      entries.set(key, { value, bytes });
      used += bytes;
      for (const oldest of entries.keys()) {
        if (used <= most_bytes) break;
        drop(oldest);
      }
    },
  };
}
