import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tokenise } from '@domesday/addresses';
import { seeded } from '@domesday/addresses/fit';
import { load } from '@domesday/builds';
import type { Neighbours } from './damage.ts';
import type { ListedHome } from './real-lists.ts';
import type { Scratch } from './servers.ts';

const UNIT_OR_ARTICLE = new Set(['FLAT', 'APARTMENT', 'UNIT', 'THE', 'AND']);

/**
 * A key that two rows of the same premises share: postcode and name, or number and street, word for word. Registers
 * differ in the town, the county and the words FLAT and THE, and some repeat the name, so those are left out.
 */
function premisesKey({ text, postcode }: ListedHome): string {
  const words: string[] = [];
  for (const part of text.split(',')) {
    const own = tokenise(part, postcode).words.filter((word) => !UNIT_OR_ARTICLE.has(word));
    words.push(...own);
    if (own.some((word) => /[A-Z]{3}/.test(word))) break;
  }
  return `${postcode}|${words.sort().join(' ')}`;
}

/**
 * UPRNs of homes that occur more than once in the lists, in different words: an answer cannot tell which row is meant.
 */
export function twins(homes: readonly ListedHome[]): Set<number> {
  const rows = [...groupBy(homes, premisesKey).values()].filter((alike) => alike.length > 1);
  return new Set(rows.flat().map(({ uprn }) => uprn));
}

/**
 * One home in twelve, with every row that may be the same premises: the same number or name in its postcode, and rows
 * of other lists there.
 */
export function leaveOut(homes: readonly ListedHome[]): Set<number> {
  const random = seeded(20261);
  const byPostcode = groupBy(homes, ({ postcode }) => postcode);
  const byPremises = groupBy(homes, premisesKey);
  // A number in brackets is part of a name.
  const number = ({ text }: ListedHome): string | undefined =>
    /[0-9]+/.exec(text.replace(/\(.*?\)/g, ''))?.[0];
  const out = new Set<number>();
  for (const home of homes) {
    if (random() >= 1 / 12) continue;
    for (const other of byPostcode.get(home.postcode)!) {
      const alike = number(home) !== undefined && number(other) === number(home);
      if (other !== home && !alike && other.list === home.list) continue;
      for (const row of byPremises.get(premisesKey(other))!) out.add(row.uprn);
    }
  }
  return out;
}

const FIRST_BUILDING = 991_000_000_000;
const FLAT = /^(?:FLAT|APARTMENT|UNIT) [0-9A-Z]+,? (?=.*[A-Z]{3})/i;

/** The buildings of half of the flats that are left out, to load in their stead; by the UPRN of the flat. */
export function buildingsOf(
  homes: readonly ListedHome[],
  leftOut: ReadonlySet<number>,
): Map<number, ListedHome> {
  const keys = new Set(homes.map(premisesKey));
  const byKey = new Map<string, ListedHome>();
  const found = new Map<number, ListedHome>();
  for (const home of homes) {
    if (!leftOut.has(home.uprn) || !FLAT.test(home.text)) continue;
    const building = { ...home, text: home.text.replace(FLAT, ''), uprn: FIRST_BUILDING + home.uprn };
    const key = premisesKey(building);
    if (keys.has(key) || key.length % 2 === 0) continue;
    if (!byKey.has(key)) byKey.set(key, building);
    found.set(home.uprn, byKey.get(key)!);
  }
  return found;
}

export async function loadLists(scratch: Scratch, homes: readonly ListedHome[]): Promise<void> {
  const file = join(scratch.folder, 'lists.csv');
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  function* lines(): Generator<string> {
    yield 'UPRN,ADDRESS,POSTCODE\n';
    for (const home of homes)
      yield `${home.uprn},${quoted(`${home.text}, ${home.postcode}`)},${home.postcode}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  await load(scratch.db, 'address-list', [file], { home: scratch.folder });
}

export function neighbours(homes: readonly ListedHome[]): Neighbours {
  const sectors = new Map<string, Set<string>>();
  const numbers = new Map<string, Set<string>>();
  const into = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.get(key)?.add(value) ?? map.set(key, new Set([value]));
  };
  for (const { postcode, text } of homes) {
    into(sectors, postcode.slice(0, -2), postcode);
    // The number with its next word, since a street may continue in the next postcode.
    for (const [number] of text.matchAll(/[0-9]+[A-Z]?[, ]+[A-Z]+/gi))
      into(numbers, postcode.slice(0, -4), number.toUpperCase().replace(/[, ]+/, ' '));
  }
  return {
    postcode: ({ postcode }, random) => {
      const others = [...sectors.get(postcode.slice(0, -2))!].filter((other) => other !== postcode);
      return others[Math.floor(random() * others.length)] ?? null;
    },
    hasNumber: (postcode, number) => numbers.get(postcode.slice(0, -4))?.has(number.toUpperCase()) ?? false,
  };
}

export function sample(homes: readonly ListedHome[], most: number, set: string): ListedHome[] {
  const random = seeded(77);
  const byList = groupBy(
    homes.filter(({ test_only }) => set === 'all' || test_only === (set === 'test')),
    ({ list }) => list,
  );
  return [...byList.values()].flatMap((list) =>
    list
      .map((home) => [random(), home] as const)
      .sort((a, b) => a[0] - b[0])
      .slice(0, most)
      .map(([, home]) => home),
  );
}

export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.get(key(row))?.push(row) ?? groups.set(key(row), [row]);
  return groups;
}
