import { dataOf, type Queryable } from '@domesday/db';
import { allWords, indexVersion } from './search.query.ts';
import { type Dictionary, dictionaryOf } from './words.ts';

interface CachedDictionary {
  dictionary: Promise<Dictionary>;
  checkedAt: number;
}

const cache = new WeakMap<object, CachedDictionary>();
const CHECK_EVERY_MS = 3000;

async function readDictionary(db: Queryable): Promise<Dictionary> {
  const { version, documents } = await indexVersion(db);
  const words = await allWords.rows(db);
  return dictionaryOf(
    words.map(({ word, documents: n }) => [word, n]),
    version,
    documents,
  );
}

/**
 * The dictionary of the database, cached in memory. Every `CHECK_EVERY_MS` a request triggers a check of the version in
 * the background, and the old dictionary is used until a new one has been read. Only if the cached dictionary is empty
 * does the request wait for the check.
 */
export async function dictionaryFor(db: Queryable, now = performance.now()): Promise<Dictionary> {
  const data = dataOf(db);
  const cached = cache.get(data);
  if (!cached) {
    const dictionary = readDictionary(db);
    cache.set(data, { dictionary, checkedAt: now });
    dictionary.catch(() => cache.delete(data));
    return dictionary;
  }
  if (now - cached.checkedAt >= CHECK_EVERY_MS) {
    cached.checkedAt = now;
    void refresh(db, cached);
  }
  const dictionary = await cached.dictionary;
  if (dictionary.documents > 0) return dictionary;
  await refresh(db, cached);
  return cached.dictionary;
}

async function refresh(db: Queryable, cached: CachedDictionary): Promise<void> {
  try {
    const [{ version }, dictionary] = await Promise.all([indexVersion(db), cached.dictionary]);
    if (version === dictionary.version) return;
    const fresh = await readDictionary(db);
    cached.dictionary = Promise.resolve(fresh);
  } catch {
    // The database is unreachable for the moment, so the cached dictionary stays in use.
  }
}
