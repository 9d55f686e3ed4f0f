import { type CatalogueEntry, catalogue } from '@domesday/datasets/catalogue';
import { foundBy } from '@domesday/loading/publishers/words';
import { printJson, printTable } from '../output.ts';
import { type Look, lookAt } from './look.ts';
import { tokenFor } from './tokens.ts';
import { rhythmWords, sizeWords } from './words.ts';

export interface SourcesOptions {
  check?: boolean;
  mirror?: string;
  json?: boolean;
}

const COLUMNS = ['dataset', 'topic', 'found by', 'size', 'every', 'token'] as const;
/** Few attempts: an operator who checks does not want to wait for every retry. */
const ATTEMPTS = 2;

/** `domesday sources`: the table of sources, or what the publishers answer. */
export async function showSources(ids: string[], options: SourcesOptions): Promise<void> {
  const all: CatalogueEntry[] = Object.values(catalogue);
  const entries = ids.length > 0 ? all.filter((entry) => ids.includes(entry.id)) : all;
  if (!options.check) {
    if (options.json) printJson(entries.map(described));
    else printTable(entries.map(row), COLUMNS);
    return;
  }
  const looks = await lookAt(entries, { mirror: options.mirror, attempts: ATTEMPTS, tell: !options.json });
  const silent = looks.filter((look) => look.state === 'no_answer');
  if (options.json) printJson(looks.map((look) => ({ ...described(look.entry), ...answered(look) })));
  else {
    printTable(
      looks.map((look) => ({ ...row(look.entry), ...answered(look), size: sizeWords(bytesOf(look)) })),
      ['dataset', 'state', 'release', 'size', 'reason'],
    );
    const looked_up = looks.filter((look) => look.state === 'answers' || look.state === 'no_answer');
    console.log(
      `\n${looked_up.length - silent.length} of ${looked_up.length} publishers that were asked answered`,
    );
  }
  if (silent.length > 0) process.exitCode = 1;
}

function described({ id, licence, cadence_days, docs, download }: CatalogueEntry) {
  const { topic, find, bytes, rows, token, nations, beside } = download;
  return {
    dataset: id,
    topic,
    found_by: find.by,
    find,
    found_by_words: foundBy(download),
    bytes,
    rows,
    cadence_days,
    licence: docs.terms ?? licence,
    where: docs.where,
    nations: nations ?? null,
    beside: beside ?? null,
    token: token ? { ...token, set: tokenFor(download) !== null } : null,
  };
}

function row(entry: CatalogueEntry) {
  const { download } = entry;
  const token = download.token;
  return {
    dataset: entry.id,
    topic: download.topic,
    'found by': `${foundBy(download)}: ${entry.docs.where}`,
    size: sizeWords(download.bytes),
    every: rhythmWords(entry.cadence_days),
    token: token ? `${token.variable} (${tokenFor(download) ? 'set' : `not set: ${token.from}`})` : null,
  };
}

function answered({ state, edition, reason }: Look) {
  return {
    state,
    release: edition?.release ?? edition?.published_on ?? null,
    identity: edition?.identity ?? null,
    files: (edition?.files ?? []).map(({ address, bytes }) => ({ address, bytes })),
    lacking: edition?.lacking ?? [],
    reason: reason ?? (edition?.lacking.length ? edition.lacking.join('; ') : null),
  };
}

/** Bytes of the whole release, stated by the publisher or else declared in the catalogue. */
function bytesOf({ entry, edition }: Look): number | null {
  if (!edition || edition.files.some((file) => file.bytes === null)) return entry.download.bytes;
  return edition.files.reduce((sum, file) => sum + file.bytes!, 0);
}
