import { normaliseOutcode, normalisePostcode, normaliseSector } from '@domesday/addresses';

const PARTS = [normalisePostcode, normaliseOutcode, normaliseSector];
/** A shorter number may mean anything. */
const UPRN = /^\d{6,12}$/;
const LATITUDES = [49, 61.5] as const;
const LONGITUDES = [-9.5, 2.5] as const;

/**
 * The hint, to follow an issue, that another input takes the text which this input refused; empty if none does. `taken`
 * are the names of the operation's inputs, `sent` the values that the caller gave.
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
    // An operation that takes no outcode takes no part of a postcode either.
    const parts = taken.includes('outcode') ? PARTS : [normalisePostcode];
    const part = parts.map((read) => read(text)).find((read) => read !== null);
    if (part) return `: give ${part} as postcode`;
  }
  if ((field === 'outcode' || field === 'postcode') && taken.includes('uprn') && UPRN.test(text))
    return ': give a UPRN as uprn';
  const swapped = isBetween(sent.get('lat'), LONGITUDES) && isBetween(sent.get('lng'), LATITUDES);
  return swapped && (field === 'lat' || field === 'lng') ? ': lat and lng are swapped' : '';
}

function isBetween(value: unknown, [least, most]: readonly [number, number]): boolean {
  return String(value ?? '').trim() !== '' && Number(value) >= least && Number(value) <= most;
}
