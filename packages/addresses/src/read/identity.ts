import { isBlock } from './block.ts';
import type { ParsedAddress } from './parse.ts';

const SUFFIX_OF_UNIT = /^[A-Z]$/;

/**
 * The key of premises within a postcode: unit, number and street, or unit and building name without a number. `24B X
 * ROAD` and `FLAT B, 24 X ROAD` have one key. Addresses with the same postcode and key are the same premises. Empty if
 * the address is not specific enough.
 */
export function identityKey(parsed: ParsedAddress): string {
  // SHOP 2, UNIT 2 and ROOM 2 are not FLAT 2 of the same house, but the key would have only the number.
  if (parsed.relation !== null || (parsed.unit_use !== null && parsed.unit_use !== 'home')) return '';
  let unit = parsed.unit ?? '';
  if (unit === '' && parsed.floors.length > 0)
    unit = `S${[...parsed.floors].sort((a, b) => a - b).join('S')}${parsed.position ?? ''}`;
  const { number } = parsed;
  if (number) {
    let house = `${number.from}`;
    if (number.to !== null) house = `${number.from}${number.suffix}-${number.to}${number.to_suffix}`;
    else if (number.suffix !== '') {
      if (unit === '' && SUFFIX_OF_UNIT.test(number.suffix)) unit = number.suffix;
      else house += number.suffix;
    }
    const where = parsed.number_of === 'building' ? parsed.building : parsed.street;
    return where.length === 0 ? '' : `${unit}|${house}|${where.join('')}`;
  }
  // FLAT 4, OAK ROAD does not give the house.
  const unitOfBlock = unit !== '' && isBlock(parsed.street);
  const name = parsed.building.length > 0 ? parsed.building : unitOfBlock ? parsed.street : [];
  if (name.length === 0) return '';
  // FLAT 3 OAK COURT and 3 OAK COURT are the same premises, so both have the 3 in the place of the number.
  const single = /^([0-9]+)([A-Z]?)$/.exec(unit);
  return single ? `${single[2]}|${single[1]}|${name.join('')}` : `${unit}||${name.join('')}`;
}
