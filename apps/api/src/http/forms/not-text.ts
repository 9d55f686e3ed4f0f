import { packingOf } from '@domesday/files/packings';

const UTF_16 = 'is UTF-16; send it as UTF-8';
const PARQUET = 'PAR1';
/** How many bytes at the start of a body are enough to tell its kind. */
export const HEAD_BYTES = 6;

/**
 * Why a body is not text, to follow its name in a sentence, judged by its first bytes: the caller sent a file as it is
 * on disk, compressed or in another encoding. Null where the body may be text.
 */
export function notText(head: Buffer): string | null {
  const packing = packingOf(head);
  if (packing === 'zip') return 'is a workbook or a ZIP archive; send its table as CSV in UTF-8';
  if (packing !== null) return `is compressed with ${packing}; send it unpacked`;
  if (head.toString('latin1', 0, PARQUET.length) === PARQUET) return 'is Parquet; send CSV or NDJSON';
  return isUtf16(head) ? UTF_16 : null;
}

/** Judged by the byte order mark, or by a zero byte in the first character. */
function isUtf16([first, second]: Buffer): boolean {
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  );
}
