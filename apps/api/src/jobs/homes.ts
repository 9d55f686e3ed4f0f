import { normaliseOutcode } from '@domesday/addresses';
import type { Db } from '@domesday/db';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { invalidParameter, notFound } from '../http/errors.ts';
import { BE_A_DISTRICT_CODE, isDistrictCode } from '../location/authority-code.ts';
import { shapeOnGrid } from '../location/shape.ts';
import { homesOfAuthority, homesOfOutcode, homesWithin } from './homes.query.ts';

/** Highest number of inputs of a job. */
export const MOST_ITEMS = 200_000;

type AreaKind = 'polygon' | 'outcode' | 'local_authority';

/** The area of a job: its homes with a UPRN above `after`, or the first `most` of them. */
export type JobArea = { kind: AreaKind; value: unknown; after: number; most: number | null };

/** The members that choose homes of the area; all homes by default. */
export interface SomeHomes {
  after_uprn?: unknown;
  most_homes?: unknown;
}

/** Reads the area of a request. Throws 422 unless exactly one valid area is given. */
export function readArea(given: unknown, { after_uprn, most_homes }: SomeHomes): JobArea {
  const members = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const entries = members.filter(([, value]) => value !== null);
  const [kind, value] = entries[0] ?? [];
  if (entries.length !== 1 || (kind !== 'polygon' && kind !== 'outcode' && kind !== 'local_authority'))
    throw invalidParameter('area', 'must have exactly one of polygon, outcode and local_authority');
  if (after_uprn !== undefined && !/^\d{1,12}$/.test(String(after_uprn)))
    throw invalidParameter('after_uprn', 'must be 1 to 12 digits');
  const most = most_homes === undefined ? null : Number(/^\d+$/.exec(String(most_homes)));
  if (most !== null && !(most >= 1 && most <= MOST_ITEMS))
    throw invalidParameter('most_homes', `must be a whole number from 1 to ${MOST_ITEMS}`);
  return { kind, value, after: Number(after_uprn ?? 0), most };
}

/** UPRNs of the chosen addresses of an area in ascending order. One more than `MOST_ITEMS` if there are too many. */
export async function homesOf(db: Db, { kind, value, after, most }: JobArea): Promise<number[]> {
  const homes = { after, limit: most ?? MOST_ITEMS + 1 };
  const uprnsOf = (rows: { uprn: number }[]) => rows.map(({ uprn }) => uprn);
  if (kind === 'polygon') return uprnsOf(await homesWithin.rows(db, { ...shapeOnGrid(value), ...homes }));
  const text = typeof value === 'string' ? value : '';
  if (kind === 'outcode') {
    const outcode = normaliseOutcode(text);
    if (!outcode) throw invalidParameter('outcode', 'must be an outcode such as XE1');
    const first = `${outcode} `;
    return uprnsOf(await homesOfOutcode.rows(db, { first, last: `${first}~`, ...homes }));
  }
  const code = text.trim().toUpperCase();
  if (!isDistrictCode(code)) throw invalidParameter('local_authority', `must be ${BE_A_DISTRICT_CODE}`);
  return uprnsOf(await homesOfAuthority.rows(db, { codes: authorityCodes(code), ...homes }));
}

export const noHome = ({ kind, after }: JobArea) =>
  after === 0
    ? notFound('insufficient_data', 'No address is loaded in this area.', [
        { field: kind, issue: 'holds no address' },
      ])
    : notFound('insufficient_data', `No address with a UPRN above ${after} is loaded in this area.`, [
        { field: 'after_uprn', issue: 'has no address of the area after it' },
      ]);
