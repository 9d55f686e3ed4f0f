/** The column number, from 1, of a reference such as AB12. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column;
}

/** Days since 30 December 1899, or since 1 January 1904, as a date. */
export function dayOf(serial: string, since1904: boolean): string {
  const days = Number(serial);
  if (serial === '' || !Number.isFinite(days)) return serial;
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const day = new Date(epoch + Math.floor(days) * 86_400_000);
  return Number.isNaN(day.getTime()) ? serial : day.toISOString().slice(0, 10);
}

/** Numbers as programs other than Excel store them: `12345.0`, and `1.00023336956E11` of a UPRN. */
const WRITTEN_OUT = /^-?\d+(?:\.0+|(?:\.\d+)?E\+?\d+)$/i;

/** Writes a whole number that was stored in another form with plain digits. Other text stays as it is. */
export function numberText(stored: string): string {
  if (!WRITTEN_OUT.test(stored)) return stored;
  const value = Number(stored);
  return Number.isSafeInteger(value) ? String(value) : stored;
}

export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
