import { smallAreas } from '../country/areas.ts';
import { firstOfMonth, monthNumber } from '../country/dates.ts';
import type { Country, Postcode } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { randomFor } from '../country/random.ts';
import { csv, type Row } from '../csv.ts';
import type { DatasetFiles, SandboxFile } from './file.ts';

export const POLICE_HEADER = [
  'Crime ID',
  'Month',
  'Reported by',
  'Falls within',
  'Longitude',
  'Latitude',
  'Location',
  'LSOA code',
  'LSOA name',
  'Crime type',
  'Last outcome category',
  'Context',
] as const;

const TYPES = [
  'Anti-social behaviour',
  'Anti-social behaviour',
  'Violence and sexual offences',
  'Violence and sexual offences',
  'Criminal damage and arson',
  'Vehicle crime',
  'Burglary',
  'Other theft',
  'Shoplifting',
  'Public order',
  'Drugs',
] as const;
const OUTCOMES = [
  'Investigation complete; no suspect identified',
  'Unable to prosecute suspect',
  'Under investigation',
  'Local resolution',
] as const;

/**
 * Made-up police area of the force that covers an outcode; null in Scotland, which the real files do not cover.
 */
export function policeAreaOf(outcode: string): string | null {
  return FORCES.find((force) => (force.outcodes as readonly string[]).includes(outcode))?.area ?? null;
}

/**
 * Force, its police area, its outcodes, crimes a month, and the months (counted back from the newest) that it left
 * out.
 */
const FORCES = [
  {
    name: 'Xerris Sound Police',
    slug: 'xerris-sound',
    area: 'E23999001',
    outcodes: ['XE1', 'XE2', 'XE3', 'XE4'],
    monthly: 150,
    missing: [],
  },
  {
    name: 'Gwynxal Police',
    slug: 'gwynxal',
    area: 'W15999001',
    outcodes: ['XW1', 'XW2'],
    monthly: 40,
    missing: [3, 4],
  },
] as const;

/**
 * Street crime of twelve months, a folder for each month; one Welsh force is missing in two of them, Scotland always.
 */
export function policeCrime(country: Country): DatasetFiles[] {
  const newest = monthNumber(country.today) - 2;
  const names = new Map(smallAreas(country).map((area) => [area.code, area.name]));
  const files: SandboxFile[] = [];
  for (let back = 11; back >= 0; back -= 1) {
    const month = firstOfMonth(newest - back).slice(0, 7);
    for (const force of FORCES) {
      if ((force.missing as readonly number[]).includes(back)) continue;
      const places = country.postcodes.filter(
        (entry) =>
          entry.street !== null &&
          entry.terminated === null &&
          (force.outcodes as readonly string[]).includes(entry.settlement.outcode),
      );
      const random = randomFor('crime', force.slug, month);
      const count = force.monthly + random.int(-15, 15);
      const rows = Array.from({ length: count }, (_, i) => crime(places, names, force.name, month, i));
      files.push({
        path: `police-crime/${month}/${month}-${force.slug}-street.csv`,
        content: csv([POLICE_HEADER, ...rows], '\r\n'),
        rows: count,
      });
    }
  }
  return [{ dataset: 'police-crime', path: 'police-crime', files }];
}

/** Crimes have the anonymised point of a street; anti-social behaviour has no identifier and no outcome. */
function crime(
  places: readonly Postcode[],
  names: Map<string, string>,
  force: string,
  month: string,
  index: number,
): Row {
  const random = randomFor('crime', force, month, index);
  const type = random.pick(TYPES);
  const nuisance = type === 'Anti-social behaviour';
  const nowhere = random.chance(0.01);
  const place = random.pick(places);
  return [
    nuisance ? '' : random.hex(64).toLowerCase(),
    month,
    force,
    force,
    nowhere ? '' : place.longitude.toFixed(6),
    nowhere ? '' : place.latitude.toFixed(6),
    nowhere ? 'No Location' : `On or near ${titleCase(place.street!.name)}`,
    nowhere ? '' : place.lsoaCode,
    nowhere ? '' : names.get(place.lsoaCode)!,
    type,
    nuisance ? '' : random.pick(OUTCOMES),
    '',
  ];
}
