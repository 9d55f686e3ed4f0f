import {
  type Candidate,
  matchReadings,
  type PreparedCandidate,
  prepareCandidates,
  prepareQuery,
} from '@domesday/addresses';
import { command, type DbClient, type Queryable } from '@domesday/db';
import {
  anyUnlinked,
  dropStaleLinks,
  homesOfPostcodes,
  keyPremises,
  type Linkable,
  linkByKey,
  linkSalesByLookup,
  type Unlinked,
  unlinked,
  writeLinks,
} from './keys.query.ts';

/** Confidence of a link by an equal key that is unique in the postcode: that of a match with the same evidence. */
export const KEY_CONFIDENCE = 0.995;
export const PORTION = 20_000;

export interface Linked {
  by_lookup: number;
  by_key: number;
  by_match: number;
}

/**
 * Links sales to UPRNs: first by the registry's own look-up, then by equal keys in one statement, then the rest by the
 * address matcher, postcode by postcode. Runs inside the caller's transaction; `addresses` and the address index must
 * be up to date. Sales with a link keep it, unless the look-up gives another.
 */
export async function linkSales(client: DbClient): Promise<Linked> {
  const by_lookup = await linkSalesByLookup.run(client);
  return { by_lookup, ...(await linkByAddress(client, 'sales')) };
}

/** Links certificates without a UPRN, by key and by the address matcher. */
export async function linkCertificates(client: DbClient): Promise<Linked> {
  return { by_lookup: 0, ...(await linkByAddress(client, 'certificates')) };
}

/**
 * Links sales and certificates after removing stale links, see `dropStaleLinks`. `relink_all`: `relinkSales` has just
 * written all sales.
 */
export async function linkAll(client: DbClient, relink_all = false): Promise<void> {
  await dropStaleLinks(client, relink_all);
  await linkSales(client);
  await linkCertificates(client);
}

async function linkByAddress(client: DbClient, what: Linkable): Promise<Omit<Linked, 'by_lookup'>> {
  if (!(await anyUnlinked[what].one(client)).any) return { by_key: 0, by_match: 0 };
  await command(client, 'drop table if exists premises_keys');
  await keyPremises[what].run(client);
  await command(client, 'analyze premises_keys');
  const by_key = await linkByKey[what].run(client, { confidence: KEY_CONFIDENCE });
  await command(client, 'drop table premises_keys');
  const by_match = await linkByEngine(client, unlinked[what].batches(client, PORTION), writeLinks[what]);
  return { by_key, by_match };
}

/**
 * Runs the address matcher on batches of unlinked rows, which are in order of postcode, and writes the links found.
 * Returns their number. Indexes: addresses_postcode, address_documents_postcode.
 */
export async function linkByEngine(
  client: DbClient,
  batches: AsyncIterable<Unlinked[]>,
  write: { run(client: Queryable, links: Links): Promise<number> },
): Promise<number> {
  let linked = 0;
  for await (const rows of batches) {
    const postcodes = [...new Set(rows.map((row) => row.postcode))];
    const links = linkRows(rows, await homesOfPostcodes.rows(client, { postcodes }));
    linked += links.ids.length;
    if (links.ids.length > 0) await write.run(client, links);
  }
  return linked;
}

interface Links {
  ids: string[];
  uprns: number[];
  confidences: number[];
}

/** Matches rows with the homes of their postcodes. Rows with the same text and postcode are compared once. */
export function linkRows(
  rows: readonly Unlinked[],
  homes: ReadonlyArray<Candidate & { postcode: string }>,
): Links {
  const byPostcode = new Map<string, Array<Candidate & { postcode: string }>>();
  for (const home of homes) {
    const list = byPostcode.get(home.postcode);
    if (list) list.push(home);
    else byPostcode.set(home.postcode, [home]);
  }
  const links: Links = { ids: [], uprns: [], confidences: [] };
  let postcode = '';
  let prepared: PreparedCandidate<Candidate>[] = [];
  let seen = new Map<string, { uprn: number; confidence: number } | null>();
  for (const row of rows) {
    if (row.postcode !== postcode) {
      postcode = row.postcode;
      prepared = prepareCandidates<Candidate>(byPostcode.get(postcode) ?? []);
      seen = new Map();
    }
    if (prepared.length === 0) continue;
    let link = seen.get(row.address);
    if (link === undefined) {
      link = linkOf(row, prepared);
      seen.set(row.address, link);
    }
    if (!link) continue;
    links.ids.push(row.id);
    links.uprns.push(link.uprn);
    links.confidences.push(link.confidence);
  }
  return links;
}

function linkOf(
  row: Unlinked,
  candidates: PreparedCandidate<Candidate>[],
): { uprn: number; confidence: number } | null {
  const { status, best } = matchReadings(prepareQuery(row.address, row.postcode), candidates, {
    bestOnly: true,
  });
  // Only a sure match is linked: an `ambiguous` one could attach the record to the wrong home.
  return status === 'matched' ? { uprn: best!.candidate.uprn, confidence: best!.confidence } : null;
}
