import { plainName } from '@domesday/files/header';
import { beginningOf, numberOf } from '@domesday/files/values';
import { areApart, type Degrees, type GridPoint, onGrid, toDegrees, toGrid } from '@domesday/geography/grid';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { areaDate } from '@domesday/loading/dates';
import { canBe } from '@domesday/loading/days';
import { plainText } from '@domesday/loading/plain-text';
import { isRounded, postcodeAtEnd, postcodeOf, roundedKey, uprnOf } from '@domesday/loading/values';
import type { ApplicationMapping } from './mapping.ts';
import type { PlainRecord, RecordSource } from './read.ts';
import { categoryOf, statusOf } from './status.ts';

/** A record, with the source and mapping of its file. */
export interface ApplicationFile {
  source: RecordSource;
  record: PlainRecord;
  mapping: ApplicationMapping;
}
interface Application {
  reference: string;
  authority_name: string;
  description: string;
  address: string | null;
  place: (GridPoint & Degrees) | null;
}

const day = (text: string | undefined) => areaDate(text);

/** The loaded columns of an application. Names of applicants and agents are not among them. */
export const table = columnTable<ApplicationFile, Application>()(
  {
    source: { type: 'text not null', read: (_, row) => row.file.source },
    source_id: {
      type: 'text not null',
      read: (_, { made }) => `${plainName(made.authority_name)}/${made.reference}`,
    },
    reference: { type: 'text not null', read: (_, row) => row.made.reference },
    authority_name: { type: 'text not null', read: (_, row) => row.made.authority_name },
    authority_code: { type: 'text', read: (text, row) => row.file.mapping.authority_code ?? text ?? null },
    address: { type: 'text', read: (_, row) => row.made.address },
    postcode: {
      type: 'text collate "C"',
      read: (text, row) => postcodeOf(text) ?? postcodeAtEnd(row.made.address)?.postcode ?? null,
    },
    uprn: { type: 'bigint', read: uprnOf },
    description: { type: 'text not null', read: (_, row) => beginningOf(row.made.description, 4000) },
    type: { type: 'text' },
    category: {
      type: 'text not null',
      read: (_, row) => categoryOf(row.text('type'), row.made.description),
    },
    status: {
      type: 'text not null',
      read: (_, row) => {
        const [state, decision] = [row.text('status'), row.text('decision')];
        const status = statusOf(state, decision);
        if (status === 'unknown') row.unknown('status', [state, decision].filter(Boolean).join(' / '));
        return status;
      },
    },
    native_status: { type: 'text', read: (_, row) => row.text('status') },
    decision: { type: 'text' },
    received: { type: 'date', read: day },
    validated: { type: 'date', read: day },
    decided: { type: 'date', read: day },
    appeal_status: { type: 'text' },
    appeal_decided: { type: 'date', read: day },
    day: {
      type: 'date',
      read: (_, row) =>
        [row.raw('validated'), row.raw('received'), row.raw('decided')]
          .map(day)
          .find((one) => one && canBe(one)) ?? null,
    },
    latitude: { type: 'double precision', read: (_, row) => row.made.place?.latitude ?? null },
    longitude: { type: 'double precision', read: (_, row) => row.made.place?.longitude ?? null },
    easting: { type: 'double precision', read: (_, row) => row.made.place?.easting ?? null },
    northing: { type: 'double precision', read: (_, row) => row.made.place?.northing ?? null },
    position: {
      type: 'point',
      read: (_, { made: { place } }) => (place ? `(${place.easting},${place.northing})` : null),
    },
    url: { type: 'text', read: (text) => (/^https?:\/\//.test(text ?? '') ? text! : null) },
  },
  (row) => {
    const { source, record, mapping } = row.file;
    const reference = row.text('reference');
    if (!reference) return row.refuse('The application has no reference.');
    if (isRounded(reference)) return row.refuse(roundedKey(reference));
    const authority_name =
      mapping.authority_name ?? row.text('authority_name') ?? mapping.authority_code ?? null;
    if (!authority_name)
      return row.refuse('The application names no authority. Tell it with authority_name in the mapping.');
    const description = row.text('description');
    if (!description) return row.refuse('The application has no description.');
    const address = row.text('address') ?? londonAddress(source, record);
    return { reference, authority_name, description, address, place: positionOf(row) };
  },
);

/**
 * The address of a record of the Planning London Datahub, which splits it into parts; `site_name` often holds all of
 * it. Null for other sources.
 */
function londonAddress(source: RecordSource, record: PlainRecord): string | null {
  if (source !== 'london-datahub') return null;
  const parts = ['site_number', 'site_name', 'street_name', 'locality'].map((name) =>
    record.get(name)?.trim(),
  );
  return plainText(parts.filter((part) => part).join(', '));
}

type PositionRow = Pick<
  RowReader<'easting' | 'northing' | 'latitude' | 'longitude', ApplicationFile, Application>,
  'raw'
>;

function positionOf(row: PositionRow): (GridPoint & Degrees) | null {
  const [easting, northing] = [numberOf(row.raw('easting')), numberOf(row.raw('northing'))];
  const [latitude, longitude] = [numberOf(row.raw('latitude')), numberOf(row.raw('longitude'))];
  const degrees =
    latitude !== null && longitude !== null && latitude >= 49 && latitude <= 62
      ? { latitude, longitude }
      : null;
  if (easting !== null && northing !== null && onGrid(easting, northing)) {
    if (degrees && areApart({ easting, northing }, degrees)) return null;
    return { easting, northing, ...toDegrees(easting, northing) };
  }
  if (!degrees) return null;
  const grid = toGrid(degrees.latitude, degrees.longitude);
  return onGrid(grid.easting, grid.northing) ? { ...grid, ...degrees } : null;
}
