import type { CatalogueEntry } from '@domesday/datasets/catalogue';
import { grouped } from '@domesday/loading/grouped';
import { findEdition } from '@domesday/loading/publishers/find';
import type { Edition, Finding } from '@domesday/loading/publishers/types';
import { foundBy } from '@domesday/loading/publishers/words';
import { requestsFor } from './requests.ts';
import { tokenAdvice, tokenFor } from './tokens.ts';

/** A publisher's answer about the newest release of a dataset. */
export interface Look {
  entry: CatalogueEntry;
  state: 'answers' | 'no_answer' | 'operator' | 'token_missing';
  edition: Edition | null;
  /** Why there is no edition. */
  reason: string | null;
}

export interface LookOptions {
  mirror?: string;
  /** Attempts before a publisher counts as not answering. */
  attempts?: number;
  /** Prints on standard error that publishers are being asked, which may take a minute if one does not answer. */
  tell?: boolean;
}

/** Asks the publishers for their newest releases: several at a time, each host one request after another. */
export async function lookAt(entries: readonly CatalogueEntry[], options: LookOptions): Promise<Look[]> {
  const to_look_up = entries.filter((entry) => entry.download.find.by !== 'operator').length;
  if (options.tell && to_look_up > 0)
    console.error(`asking the publishers of ${to_look_up} dataset${to_look_up === 1 ? '' : 's'}`);
  const byHost = grouped(entries, (entry) => hostOf(entry.download.find));
  const looks = new Map<string, Look>();
  await Promise.all(
    [...byHost.values()].map(async (own) => {
      for (const entry of own) {
        looks.set(entry.id, await lookAtOne(entry, options));
      }
    }),
  );
  return entries.map((entry) => looks.get(entry.id)!);
}

async function lookAtOne(entry: CatalogueEntry, options: LookOptions): Promise<Look> {
  const { download } = entry;
  const without = (state: Look['state'], reason: string): Look => ({ entry, state, edition: null, reason });
  if (download.find.by === 'operator')
    return without('operator', `${foundBy(download)}: get it from ${entry.docs.where}`);
  try {
    if (download.token && tokenFor(download) === null)
      return without('token_missing', tokenAdvice(download.token));
    const { attempts } = options;
    const requests = { ...requestsFor(download, options.mirror), ...(attempts ? { attempts } : {}) };
    return { entry, state: 'answers', edition: await findEdition(download, requests), reason: null };
  } catch (error) {
    return without('no_answer', (error as Error).message);
  }
}

function hostOf(find: Finding): string {
  switch (find.by) {
    case 'address':
      return new URL(find.addresses[0]!).host;
    case 'month':
    case 'day':
    case 'redirect':
    case 'file-info':
      return new URL(find.address).host;
    case 'ons-page':
    case 'links':
      return new URL(find.page).host;
    default:
      return find.by;
  }
}
