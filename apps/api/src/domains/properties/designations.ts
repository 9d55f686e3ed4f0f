import type { CoverageRow } from '../../designations/coverage.query.ts';
import type { Designations } from './designations.query.ts';
import type { PropertyRow } from './get.query.ts';
import { type Cell, type Loaded, missing } from './model.ts';

/** What the maps say about a home, and which maps cover its place. */
export interface Mapped extends Designations {
  coverage: readonly CoverageRow[];
}

/**
 * Area of the plot in square metres: the smallest INSPIRE index polygon around the property's own point. Houses only.
 */
export function plotSize(row: PropertyRow, found: Mapped, loaded: Loaded): Cell<number> {
  const none = (reason: 'not_in_jurisdiction' | 'source_not_loaded' | 'not_recorded', why: string) =>
    missing<number>(reason, `Plot size: ${why}`);
  if (row.country === 'Scotland')
    return none('not_in_jurisdiction', 'parcels are not open data in Scotland.');
  if (!loaded('inspire-polygons')) return none('source_not_loaded', 'load inspire-polygons to know it.');
  if (isFlat(row)) return none('not_recorded', 'a flat has no plot of its own.');
  if (row.position_source === 'postcode') {
    return none('not_recorded', 'no loaded source gives the property a position of its own.');
  }
  const { parcel } = found;
  if (!parcel) return none('not_recorded', 'no parcel is loaded around the property’s point.');
  if (parcel.addresses > 1) {
    return none(
      'not_recorded',
      `${parcel.addresses} addresses share the parcel around the property’s point.`,
    );
  }
  return {
    value: Math.round(parcel.area_sqm * 10) / 10,
    origin: { source: 'inspire-polygons', observed_at: null, method: 'derived', confidence: 'Medium' },
  };
}

/** Whether the property's point lies in the publisher's flood zone 2 or 3. */
export function floodZone(row: PropertyRow, found: Mapped, loaded: Loaded, zone: 2 | 3): Cell<boolean> {
  const what = `Flood zone ${zone}`;
  if (row.country === 'Scotland') {
    return missing(
      'not_in_jurisdiction',
      `${what}: Scotland plans by likelihood of flooding; see risks.get.`,
    );
  }
  const dataset = row.country === 'Wales' ? 'flood-zones-wales' : 'flood-zones-england';
  // Some layers include zone 3 in zone 2, others leave it out.
  const likelier = zone === 2 ? ['flood-zone-3'] : [];
  return inArea(row, found, loaded, dataset, `flood-zone-${zone}`, what, likelier);
}

/** Whether the property's point lies in a conservation area. */
export function conservationArea(row: PropertyRow, found: Mapped, loaded: Loaded): Cell<boolean> {
  return inArea(row, found, loaded, 'planning-data', 'conservation-area', 'Conservation area');
}

function inArea(
  row: PropertyRow,
  found: Mapped,
  loaded: Loaded,
  dataset: string,
  kind: string,
  what: string,
  /** Other kinds of area that also count. */
  within: string[] = [],
): Cell<boolean> {
  const same = (area: { dataset: string; kind: string }) => area.dataset === dataset && area.kind === kind;
  const value = found.inside.some(
    (area) => same(area) || (area.dataset === dataset && within.includes(area.kind)),
  );
  if (!value) {
    if (!loaded(dataset)) return missing('source_not_loaded', `${what}: load ${dataset} to know it.`);
    if (row.latitude === null)
      return missing('not_recorded', `${what}: the position of the property is not known.`);
    if (!found.coverage.some(same)) {
      return missing('not_covered', `${what}: what is loaded of ${dataset} does not cover this place.`);
    }
  }
  const confidence = row.position_source === 'postcode' ? 'Low' : value ? 'High' : 'Medium';
  return { value, origin: { source: dataset, observed_at: null, method: 'derived', confidence } };
}

function isFlat(row: PropertyRow): boolean {
  return row.certificate?.property_type === 'flat' || row.sale?.property_type === 'flat';
}
