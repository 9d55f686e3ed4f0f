import { decodeTable } from '@domesday/files/decode';
import { entriesOf, isData } from '@domesday/files/unpack';
import { withoutRows } from '../../recognise.ts';
import { type FetchedFile, type FileSource, LoadError } from '../../types.ts';

/** Feeds are a few megabytes, and their records refer to earlier ones, so they are read whole. */
const LONGEST = 256 * 1024 * 1024;

/** Yields the text of the file, or of each member if it is an archive. Reads UTF-8 and Windows-1252. */
export async function* textsOf(
  file: FetchedFile,
  context: Parameters<FileSource['rows']>[1],
): AsyncGenerator<{ name: string; text: string }> {
  let unread: string | null = null;
  let read = 0;
  for await (const entry of entriesOf(file, context)) {
    if (entry.unread) {
      unread = `${entry.name} is not read. ${entry.unread}`;
      // The member may be part of a complete feed, which would withdraw the adverts that it holds.
      if (isData(entry.name)) throw new LoadError('refused', unread);
      continue;
    }
    read++;
    let text = '';
    for await (const piece of decodeTable(entry.bytes, 'windows-1252')) {
      text += piece.text;
      if (text.length > LONGEST) throw new LoadError('refused', `${entry.name} is larger than 256 MB.`);
    }
    const nothing = text.trim() === '' ? null : withoutRows(entry.name, text);
    if (nothing !== null) throw new LoadError('refused', `${entry.name} holds no listings: ${nothing}`);
    yield { name: entry.name, text };
  }
  if (unread !== null && read === 0) throw new LoadError('refused', unread);
}
