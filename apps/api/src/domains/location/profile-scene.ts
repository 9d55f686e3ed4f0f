import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import type { Country, Place } from '../../location/place.ts';
import type { AreaShare, FiguresRow } from './profile.query.ts';

type Reason = Schema<'NullReason'>;
export type About = Omit<Schema<'PopulationSection'>, 'data'>;

export const CENSUS: Record<Country, string> = {
  England: 'census-2021',
  Wales: 'census-2021',
  Scotland: 'census-2022',
};
/** The dataset of a topic's figures in a nation; null where none covers it. */
export function sourceOfTopic(topic: string, country: Country): string | null {
  if (topic === 'income') return country === 'Scotland' ? null : 'small-area-income';
  if (topic === 'urban_rural') return 'urban-rural';
  return topic === 'council_tax' ? 'council-tax-bands' : CENSUS[country];
}
export const DEPRIVATION: Record<Country, string> = {
  England: 'deprivation-england',
  Wales: 'deprivation-wales',
  Scotland: 'deprivation-scotland',
};
export const NOTHING: Schema<'ProfileComparators'> = { local_authority: null, national: null };

/** What the sections share: the place, its small areas, and the areas to compare with. */
export interface Scene {
  place: Place;
  areas: readonly AreaShare[];
  /** The areas to use for topics whose figures are not by the present areas. */
  areas_by_topic: Map<string, readonly AreaShare[]>;
  country: Country;
  authority: string | null;
  /** Code of the nation; null if no postcodes are loaded. */
  nation: string | null;
  figures: FiguresRow[];
  /** Authorities of the place whose force is in no loaded month. */
  unpoliced: string[];
  /** Datasets that a section uses in addition to the one that it names as its source. */
  also: Set<string>;
}

export function figureOf(scene: Scene, topic: string, code: string | null): FiguresRow | undefined {
  return scene.figures.find((row) => row.topic === topic && row.area_code === code);
}

/** The areas that have most figures of a topic. */
export function areasFor(scene: Scene, topic: string): readonly AreaShare[] {
  return scene.areas_by_topic.get(topic) ?? scene.areas;
}

export function smallAreaGeography(areas: readonly AreaShare[]): Schema<'ProfileGeography'> {
  return {
    level: 'small_area',
    areas: areas.length,
    codes: areas.slice(0, 20).map((area) => area.code),
    apportioned: areas.some((area) => area.share < 0.9999),
  };
}

export function missing(context: Context, name: string, reason: Reason, message: string): About {
  context.warn(reason, `sections.${name}`, message);
  return { geography: null, as_of: null, source: null, comparators: NOTHING, reason };
}

/** Why figures published only for small areas are unknown for a place that has no small area. */
export function noSmallAreas(context: Context): [Reason, string] {
  return context.loaded('onspd')
    ? ['not_covered', 'No live postcode of the place has a small area.']
    : ['source_not_loaded', 'Small areas come from the ONS Postcode Directory: load onspd.'];
}

/** Warns which share of a place, 0 to 1, lies in areas about which a section knows nothing. */
export function warnOfPart(
  context: Context,
  name: string,
  share: number,
  { lack, level = 'small' }: { lack: string; level?: 'small' | 'middle' },
): void {
  if (share <= 0.001) return;
  const message = `${percentOf(share)} of the place lies in ${level} areas ${lack}.`;
  context.warn('partly_covered', `sections.${name}`, message);
}

/** A share as text, at least 1 %. */
export function percentOf(share: number): string {
  return `${Math.max(1, Math.round(share * 100))} %`;
}
