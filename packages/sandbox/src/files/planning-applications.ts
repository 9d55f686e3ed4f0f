import { addDays } from '../country/dates.ts';
import { round } from '../country/grid.ts';
import { addressParts, type Country, type Home } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { randomFor } from '../country/random.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const WORKS: readonly (readonly [string, string, string])[] = [
  ['Single storey rear extension', 'Full', 'Small'],
  ['Loft conversion with rear dormer', 'Full', 'Small'],
  ['Replacement of windows in a listed building', 'Heritage', 'Small'],
  ['Fell one lime tree', 'Trees', 'Small'],
  ['Change of use from dwelling to small house in multiple occupation', 'Full', 'Small'],
  ['Discharge of conditions 3 and 4', 'Conditions', 'Small'],
  ['Erection of 24 dwellings with access and landscaping', 'Full', 'Large'],
  ['Outline application for up to 9 dwellings', 'Outline', 'Medium'],
];
const STATES = [
  'Permitted',
  'Permitted',
  'Permitted',
  'Rejected',
  'Undecided',
  'Undecided',
  'Withdrawn',
  'Conditions',
] as const;

/**
 * PlanIt's reply: one object for each application, null for what a council leaves out, no names of applicants.
 */
export function planningApplications(country: Country): DatasetFiles[] {
  const records = country.homes
    .filter((home) => home.uprn % 17 === 5)
    .map((home, i) => record(country, home, i));
  const reply = {
    from: 0,
    msec_taken: 12.5,
    pg_sz: records.length,
    records,
    to: records.length - 1,
    total: records.length,
  };
  const path = `planning-applications/planit-applics-${country.today}.json`;
  return [oneFile('planning-applications', path, `${JSON.stringify(reply, null, 1)}\n`, records.length)];
}

function record(country: Country, home: Home, index: number): Record<string, unknown> {
  const random = randomFor('application', home.uprn);
  const { authority, town } = home.street.settlement;
  const [description, type, size] = random.pick(WORKS);
  const start = addDays(country.today, -random.int(3, 1400));
  const decidedOn = addDays(start, random.int(30, 160));
  const undecided = decidedOn > country.today;
  const state = undecided ? 'Undecided' : random.pick(STATES);
  const uid = `${start.slice(2, 4)}/${String(index + 100).padStart(5, '0')}/${type === 'Outline' ? 'OUT' : 'FUL'}`;
  const place = random.chance(0.94);
  return {
    address: `${titleCase([...addressParts(home), town].join(', '))}${random.chance(0.8) ? ` ${home.postcode}` : ''}`,
    altid: null,
    app_size: size,
    app_state: state,
    app_type: type,
    associated_id: null,
    authority_id: 99_800 + Number(authority.code.slice(-1)),
    authority_name: authority.name,
    consulted_date: random.chance(0.3) ? addDays(start, 21) : null,
    decided_date: state === 'Undecided' ? null : undecided ? null : decidedOn,
    description,
    distance: null,
    docs: null,
    lat: place ? round(home.latitude, 6) : null,
    link: `https://planit.example/planapplic/${authority.name.replace(' ', '')}/${uid}/`,
    lng: place ? round(home.longitude, 6) : null,
    name: `${authority.name.replace(' ', '')}/${uid}`,
    other_fields: null,
    postcode: random.chance(0.75) ? home.postcode : null,
    rec_type: 'PlanApplic',
    reference: null,
    source_url: 'https://planning.example/search',
    start_date: start,
    uid,
    url: `https://planning.example/applications/${index + 1}`,
    when_updated: `${addDays(country.today, -random.int(1, 60))}T06:12:30.551001`,
  };
}
