import type { DbClient } from '@domesday/db';
import type { Since } from './changed.ts';
import { homesOfPostcodes } from './keys.query.ts';
import {
  dropStaleLettingLinks,
  placeLettings,
  unlinkedLettings,
  writeLettingLinks,
} from './lettings.query.ts';
import { linkRows } from './link.ts';

const PORTION = 20_000;

/**
 * Links lettings without a UPRN to the homes of their postcode, by the engine that links sales, and gives every
 * letting its position. In the postcodes `respelt`, or everywhere if it is null, links made before are made again. Runs
 * inside the caller's transaction; `addresses` must be up to date.
 */
export async function linkLettings(client: DbClient, respelt: Since['respelt']): Promise<number> {
  await dropStaleLettingLinks.run(client, { respelt });
  let after = { postcode: '', id: '' };
  let linked = 0;
  for (;;) {
    const rows = await unlinkedLettings.rows(client, { ...after, limit: PORTION });
    const last = rows.at(-1);
    if (!last) break;
    after = last;
    const postcodes = [...new Set(rows.map((row) => row.postcode))];
    const homes = await homesOfPostcodes.rows(client, { postcodes });
    const links = linkRows(rows, homes);
    linked += links.ids.length;
    if (links.ids.length > 0) await writeLettingLinks.run(client, links);
  }
  await placeLettings(client);
  return linked;
}
