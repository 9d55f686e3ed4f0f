import type { Schema } from '@domesday/contract';
import { distanceTo } from '@domesday/geography/distance';
import type { Context } from '../http/handler.ts';
import { completeTypes } from './completeness.ts';
import type { CoverageRow } from './coverage.query.ts';
import { coverageOf } from './coverage.ts';
import { DATASET, DESIGNATION_TYPES, type DesignationType, KINDS, typeOfKind, WITHIN_M } from './model.ts';
import { type AreaRow, designationsAround, type NearArea, type SearchArea } from './near.query.ts';
import { shapesOnGrid } from './shapes.ts';

type Designation = Schema<'Designation'>;

/**
 * Areas of each kind to read at first, nearest boxes first: an area beyond these is seldom nearer than the nearest one
 * found.
 */
const FIRST = 12;
const ALL = 100_000;

/**
 * All designations of a home: the areas that contain it, the nearest area within 5 km, and the reason where no loaded
 * source covers the place. Null if the UPRN is unknown.
 */
export async function designationsOf(context: Context, uprn: number): Promise<Designation[] | null> {
  let around = await designationsAround(context.db, { uprn, today: context.today, most: FIRST });
  if (!around) return null;
  let nearest = await nearestOf(context, around);
  if (mayHideNearer(around, nearest)) {
    around = (await designationsAround(context.db, { uprn, today: context.today, most: ALL }))!;
    nearest = await nearestOf(context, around);
  }
  const found = around;
  const coverage = (await coverageOf(context, found, found.built)).filter(
    ({ dataset }) => dataset === DATASET,
  );
  const complete = await completeTypes(
    context,
    found,
    DESIGNATION_TYPES.filter((type) => coveredAt(type, coverage).length > 0).map((type) => ({
      type,
      distance_m: nearest.get(type)?.distance_m ?? null,
    })),
  );
  return DESIGNATION_TYPES.map((type) => ({
    ...designation(context, type, found, coverage, nearest.get(type) ?? null),
    nearest_complete: complete.has(type) || found.inside.some((area) => typeOfKind(area.kind) === type),
  }));
}

/** The kinds of a type that are covered completely at the home's place. */
function coveredAt(type: DesignationType, coverage: readonly CoverageRow[]): CoverageRow[] {
  return coverage.filter(({ kind }) => KINDS[type].includes(kind));
}

interface Nearest {
  area: AreaRow;
  distance_m: number;
}

/**
 * The nearest area of each type. Points are measured by their boxes; shapes by their edges, and only if their box is
 * nearer than the best area so far.
 */
async function nearestOf(context: Context, around: SearchArea): Promise<Map<DesignationType, Nearest>> {
  const nearest = new Map<DesignationType, Nearest>();
  const offer = (area: AreaRow, distance_m: number) => {
    const type = typeOfKind(area.kind);
    const best = nearest.get(type);
    if (distance_m <= WITHIN_M && (!best || distance_m < best.distance_m))
      nearest.set(type, { area, distance_m });
  };
  for (const area of around.inside) offer(area, 0);
  for (const area of around.near) if (area.is_point) offer(area, area.box_m);
  const shaped = around.near.filter(
    (area) =>
      !area.is_point &&
      area.box_m < (nearest.get(typeOfKind(area.kind))?.distance_m ?? Number.POSITIVE_INFINITY),
  );
  const shapes = await shapesOnGrid(
    context,
    shaped.map((area) => area.id),
  );
  for (const area of shaped) offer(area, distanceTo(shapes.get(area.id)!, around.easting!, around.northing!));
  return nearest;
}

/** Whether areas that were not read may lie nearer than the nearest one that was. */
function mayHideNearer(around: SearchArea, nearest: Map<DesignationType, Nearest>): boolean {
  return DESIGNATION_TYPES.some((type) =>
    KINDS[type].some((kind) => {
      const read = around.near.filter((area) => area.kind === kind);
      const last = read.at(-1);
      return (
        last !== undefined &&
        read.length === FIRST &&
        last.box_m < (nearest.get(type)?.distance_m ?? Number.POSITIVE_INFINITY)
      );
    }),
  );
}

function designation(
  context: Context,
  type: DesignationType,
  around: SearchArea,
  coverage: readonly CoverageRow[],
  nearest: Nearest | null,
): Omit<Designation, 'nearest_complete'> {
  const inside = around.inside.filter((area) => typeOfKind(area.kind) === type);
  const near = nearest && {
    distance_m: Math.round(nearest.distance_m),
    ...shown(nearest.area),
  };
  const answer = (value: boolean | null, reason: Designation['reason']) => ({
    type,
    inside: value,
    areas: inside.map(shown),
    nearest: near,
    source: context.loaded(DATASET) ? DATASET : null,
    reason,
  });
  if (inside.length > 0) return answer(true, null);
  if (!context.loaded(DATASET)) return answer(null, 'source_not_loaded');
  if (around.easting === null) return answer(null, 'not_recorded');
  const covered = coveredAt(type, coverage);
  if (covered.length === 0) return answer(null, 'not_covered');
  // Points say where a listed building is, but not its outline.
  return onlyPoints(type, around.near, covered) ? answer(null, 'not_recorded') : answer(false, null);
}

function onlyPoints(type: DesignationType, near: NearArea[], covered: { kind: string }[]): boolean {
  const own = near.filter((area) => typeOfKind(area.kind) === type);
  return own.length > 0
    ? own.every((area) => area.is_point)
    : type === 'listed_building' && covered.every((one) => one.kind === 'listed-building');
}

function shown({ kind, reference, name, band, designated_on }: AreaRow): Schema<'DesignatedArea'> {
  return { kind, reference, name, band, designated_on };
}

const WHY = {
  source_not_loaded: `load ${DATASET} to know them.`,
  not_recorded: 'the home has no position that is known, or the loaded areas are points without an outline.',
  not_covered: `what is loaded of ${DATASET} does not cover this place.`,
} as const;

/** Adds one warning for each reason why designations are unknown, and one if something nearer may not be loaded. */
export function warnOfDesignations(context: Context, designations: Designation[]): void {
  for (const reason of ['source_not_loaded', 'not_recorded', 'not_covered'] as const) {
    const types = designations
      .filter((one) => one.reason === reason)
      .map((one) => one.type.replaceAll('_', ' '));
    if (types.length > 0)
      context.warn(reason, 'designations.inside', `Designations (${types.join(', ')}): ${WHY[reason]}`);
  }
  const beyond = designations
    .filter((one) => !one.nearest_complete && (one.reason === null || one.reason === 'not_recorded'))
    .map((one) => one.type.replaceAll('_', ' '));
  if (beyond.length > 0) {
    context.warn(
      'partly_covered',
      'designations.nearest',
      `Nearest designations (${beyond.join(', ')}): an authority within that distance is not loaded, and may have something nearer.`,
    );
  }
}
