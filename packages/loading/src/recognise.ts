import { type Decoded, decodeTable } from '@domesday/files/decode';
import { A_WEB_PAGE, A_WEB_TABLE } from '@domesday/files/errors';
import { type Entry, entriesOf } from '@domesday/files/unpack';
import { reading } from './fetch.ts';
import { grouped } from './grouped.ts';
import {
  type FetchedFile,
  type Guards,
  type Layout,
  LoadError,
  type Refusal,
  type TableModule,
} from './types.ts';

const HEAD_CHARS = 64 * 1024;
const WEB_PAGE = /^\s*<(?:!doctype html|html|table)/i;
const WORKBOOK = /\.xlsx?$/i;

/**
 * Refuses files of other datasets, before anything is written. A file given by name must be of the dataset; an archive
 * must contain at least one that is.
 */
export async function recogniseFiles(
  dataset: TableModule,
  files: FetchedFile[],
  mapping: unknown,
  guards: Guards,
): Promise<void> {
  for (const [group, members] of grouped(files, (file) => file.folder ?? file.path)) {
    const refusal = await refusalOf(dataset, members, mapping, guards);
    const name = members[0]!.folder ? group : members[0]!.name;
    if (refusal)
      throw new LoadError('refused', `${name} is not ${dataset.id}: ${refusal.refused}`, refusal.missing);
  }
}

/** Null if a file of the group belongs to the dataset; else the refusal of the likeliest file. */
async function refusalOf(
  dataset: TableModule,
  files: FetchedFile[],
  mapping: unknown,
  guards: Guards,
): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  let unread: string | null = null;
  for (const file of files) {
    const recognised = await reading(file, async () => {
      for await (const entry of entriesOf(file, { guards })) {
        const { verdict, rest } = await openEntry(entry, dataset, mapping, file.name);
        await rest.return(undefined);
        if (isLayout(verdict)) return true;
        // The table with the fewest missing columns is the likeliest, and its refusal is shown.
        const lacking = entry.unread ? Number.POSITIVE_INFINITY : verdict.missing.length;
        if (!refusal || lacking < fewest) refusal = verdict;
        fewest = Math.min(fewest, lacking);
        if (entry.unread && entry.archived) unread ??= `${entry.name}: ${entry.unread}`;
      }
      return false;
    });
    if (recognised) return null;
  }
  if (refusal && unread) return { ...(refusal as Refusal), refused: withUnread(refusal, unread) };
  return refusal ?? { refused: 'It holds no files that can contain rows.', missing: [] };
}

/** Adds why another file could not be read: that file may be the one that was meant. */
function withUnread({ refused }: Refusal, unread: string): string {
  return unread.endsWith(refused) ? unread : `${refused} ${unread}`;
}

interface Opened {
  verdict: Layout | Refusal;
  head: Decoded;
  rest: AsyncGenerator<Decoded>;
}

/** Reads the beginning of a file, and asks the dataset whether the file belongs to it. */
export async function openEntry(
  entry: Entry,
  dataset: TableModule,
  mapping: unknown,
  file: string,
): Promise<Opened> {
  const rest = decodeTable(entry.bytes, dataset.fallbackEncoding);
  const head: Decoded = { text: '', suspect: false, special: false };
  while (head.text.length < HEAD_CHARS) {
    const next = await rest.next();
    if (next.done) break;
    head.text += next.value.text;
    head.suspect ||= next.value.suspect;
    head.special ||= next.value.special;
  }
  return { verdict: verdictOn(entry, head.text, dataset, mapping, file), head, rest };
}

function verdictOn(
  { name, unread, sheet }: Entry,
  text: string,
  dataset: TableModule,
  mapping: unknown,
  file: string,
): Layout | Refusal {
  if (unread !== undefined) return { refused: unread, missing: [] };
  const nothing = withoutRows(name, text);
  if (nothing !== null) return { refused: nothing, missing: [] };
  return dataset.recognise({ name, text, ...(sheet ? { workbook: file } : {}) }, mapping);
}

/** Why a text is no table at all: it is empty or a web page; null if it may be one. */
export function withoutRows(name: string, text: string): string | null {
  if (text.trim() === '') return 'The file is empty.';
  if (!WEB_PAGE.test(text)) return null;
  return WORKBOOK.test(name) ? A_WEB_TABLE : A_WEB_PAGE;
}

export function isLayout(verdict: Layout | Refusal): verdict is Layout {
  return 'map' in verdict;
}
