import type { GivenFacts, LimitingFactor, PropertyType, RecordedFacts } from '@domesday/valuation';
import { usualSizes } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { bedroomCount } from '../../statistics/bedrooms.ts';
import { recordedKinds } from './recorded-kind.ts';
import type { HomeRow } from './sale.query.ts';
import type { SaleFinding } from './sale-evidence.ts';

/**
 * Floor areas that differ by more than this ratio contradict each other: certificates of the same home differ by less.
 */
const OTHER_AREA = 1.25;
/** A home is no longer new this many years after its construction period. */
const NEW_YEARS = 5;
const YEAR = /\d{4}/g;

/** Warns where facts given by the caller have no effect, contradict the record or are beyond the usual range. */
export function warnOfGiven(context: Context, given: GivenFacts, finding: SaleFinding, as_of: string): void {
  const { recorded } = finding.home;
  const ignored = new Map(withoutEffect(given, finding));
  for (const [field, why] of ignored) context.ignore(field, why);
  if (given.property_type === 'other')
    context.ignore('property_type', 'a home is valued as a house, a flat or a bungalow');
  const contradicts = (field: string, message: string) => context.warn('contradicts_record', field, message);
  for (const [field, message] of contradictions(given, recorded, as_of))
    if (!ignored.has(field)) contradicts(field, message);
  if (given.floor_area_sqm !== null) warnOfFloorArea(context, given.floor_area_sqm, finding);
}

/** The given facts that contradict the record, each with a sentence. */
function* contradictions(
  given: GivenFacts,
  recorded: RecordedFacts,
  as_of: string,
): Generator<[keyof GivenFacts, string]> {
  const { property_type, tenure, floor_area_sqm, bedrooms } = given;
  const types = recorded.property_types;
  if (property_type && property_type !== 'other' && types.length > 0 && !types.some(sameKind(property_type)))
    yield ['property_type', `It is recorded as ${words(types[0]!)}, and valued as ${words(property_type)}.`];
  if (tenure && recorded.tenure && tenure !== recorded.tenure)
    yield ['tenure', `Its last sale was recorded as ${recorded.tenure}, and it is valued as ${tenure}.`];
  const certified = recorded.floor_area_sqm;
  if (floor_area_sqm && certified && Math.abs(Math.log(floor_area_sqm / certified)) > Math.log(OTHER_AREA))
    yield [
      'floor_area_sqm',
      `Its certificate gives ${certified} m², and it is valued at ${floor_area_sqm} m².`,
    ];
  const too_many = moreThanRooms(bedrooms, recorded.habitable_rooms);
  if (too_many) yield ['bedrooms', too_many];
  const built = recorded.construction_age;
  if (given.new_build && !recorded.sold && built && builtBefore(built, Number(as_of.slice(0, 4)) - NEW_YEARS))
    yield ['new_build', `Its certificate dates it to "${built}", and it is valued as new.`];
}

function moreThanRooms(bedrooms: number | null, rooms: number | null): string | null {
  if (bedrooms === null || rooms === null || bedrooms <= rooms) return null;
  return `Its certificate gives ${rooms} habitable rooms, fewer than ${bedroomCount(bedrooms)}.`;
}

/** Warns where the bedrooms or the kind that a caller gives for a let home contradict its record. */
export function warnOfLetAs(
  context: Context,
  home: Pick<HomeRow, 'certificate' | 'sales'>,
  { bedrooms, kind }: { bedrooms: number | null; kind: 'flat' | 'house' | null },
): void {
  const too_many = moreThanRooms(bedrooms, home.certificate?.habitable_rooms ?? null);
  if (too_many) context.warn('contradicts_record', 'bedrooms', too_many);
  const types = recordedKinds(home);
  if (kind && types.length > 0 && types.every((type) => (type === 'flat') !== (kind === 'flat')))
    context.warn(
      'contradicts_record',
      'property_type',
      `It is recorded as ${words(types[0]!)}, and the answer is for a ${kind}.`,
    );
}

/** A bungalow may be registered as any kind of house. */
const sameKind = (given: PropertyType) => (recorded: PropertyType) =>
  given === recorded ||
  (given === 'bungalow' && recorded !== 'flat') ||
  (recorded === 'bungalow' && given !== 'flat');

const words = (type: PropertyType) => type.replace('_', '-');

function builtBefore(age: string, year: number): boolean {
  const last = age.match(YEAR)?.map(Number).at(-1);
  return last !== undefined && last < year && !/onward|after/i.test(age);
}

function warnOfFloorArea(context: Context, sqm: number, { found }: SaleFinding): void {
  const { estimate, likeliest } = found!;
  const { property_type } = likeliest;
  const { least, most } = usualSizes(property_type);
  const says = (factor: LimitingFactor) => estimate.limiting_factors.includes(factor);
  if (says('unusual_floor_area'))
    context.warn(
      'unusual_floor_area',
      'floor_area_sqm',
      `${sqm} m² is outside ${least} to ${most} m², within which nearly all homes of the type ${words(property_type)} lie: the value goes beyond the homes that the model learned from.`,
    );
  if (says('floor_area_contradicts_sales'))
    context.warn(
      'contradicts_record',
      'floor_area_sqm',
      `By ${sqm} m² the home would be worth over twice or under half of what its past sales say.`,
    );
}

/** The given facts whose change would leave the value and its interval the same, each with the reason. */
function* withoutEffect(given: GivenFacts, finding: SaleFinding): Generator<[keyof GivenFacts, string]> {
  const { home, found } = finding;
  const { value, interval_80 } = found!.estimate;
  const moves = (other: Partial<GivenFacts>) => {
    const now = finding.revalued({ ...given, ...other })?.estimate;
    return now?.value !== value || now.interval_80.low !== interval_80.low;
  };
  if (given.property_type === 'bungalow' && home.belief.source !== 'given' && !moves({ property_type: null }))
    yield ['property_type', 'a bungalow is valued as the kind of house that is recorded'];
  if (home.floor_area_source !== 'inferred') yield ['bedrooms', 'the floor area is known'];
  else if (given.bedrooms !== null && !moves({ bedrooms: (given.bedrooms + 3) % 10 }))
    yield ['bedrooms', 'a floor area inferred from rooms does not change this value'];
  const sqm = given.floor_area_sqm;
  if (sqm !== null && !moves({ floor_area_sqm: sqm > 500 ? sqm / 1.5 : sqm * 1.5 }))
    yield ['floor_area_sqm', 'no price of a known floor area is known nearby'];
  if (given.tenure !== null && !moves({ tenure: given.tenure === 'Freehold' ? 'Leasehold' : 'Freehold' }))
    yield ['tenure', 'no price here tells the two tenures apart'];
  if (given.new_build && home.recorded.sold) yield ['new_build', 'the home has been sold before'];
  else if (given.new_build !== null && !home.recorded.sold && !moves({ new_build: !given.new_build }))
    yield ['new_build', 'no price here tells new homes from others'];
}
