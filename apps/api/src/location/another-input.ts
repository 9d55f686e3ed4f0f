import { normaliseOutcode, normalisePostcode, normaliseSector } from '@domesday/addresses';

const PARTS = [normalisePostcode, normaliseOutcode, normaliseSector];
/** Shorter numbers may be anything. */
const UPRN = /^\d{6,12}$/;
const LATITUDES = [49, 61.5] as const;
const LONGITUDES = [-9.5, 2.5] as const;

/**
 * Which input takes the text that another input of a place refused, as words to follow the issue; empty where none is
 * known. `taken` are the names of the inputs of the operation, `sent` what the caller gave.
 */
export function anotherInput(
  field: string,
  taken: readonly string[],
  sent: ReadonlyMap<string, unknown>,
): string {
  const text = String(sent.get(field) ?? '').trim();
  const outcode = field === 'outcode' && taken.includes(field) && normaliseOutcode(text);
  if (outcode) return `: write it as ${outcode}`;
  const whole = field === 'postcode' && taken.includes('outcode') ? normaliseOutcode(text) : null;
  if (whole) return `: give ${whole} as outcode`;
  if ((field === 'outcode' || field === 'uprn') && taken.includes('postcode')) {
    // Where no outcode is taken, a part of a postcode is none either.
    const parts = taken.includes('outcode') ? PARTS : [normalisePostcode];
    const part = parts.map((read) => read(text)).find((read) => read !== null);
    if (part) return `: give ${part} as postcode`;
  }
  if ((field === 'outcode' || field === 'postcode') && taken.includes('uprn') && UPRN.test(text))
    return ': give a UPRN as uprn';
  const swapped = lies(sent.get('lat'), LONGITUDES) && lies(sent.get('lng'), LATITUDES);
  return swapped && (field === 'lat' || field === 'lng') ? ': lat and lng are swapped' : '';
}

function lies(value: unknown, [least, most]: readonly [number, number]): boolean {
  return String(value ?? '').trim() !== '' && Number(value) >= least && Number(value) <= most;
}
