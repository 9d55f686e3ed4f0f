import { comparables } from './comparables.ts';
import { indexLevel } from './index-level.ts';
import { mixed, type OwnSales, onlySaleOutOfLine, ownSales } from './own-sales.ts';
import type { Doubt } from './settings.ts';
import { sqftEstimate } from './sqft-estimate.ts';
import type { Comparable, LevelShares, PastSale, SaleEvidence } from './types.ts';

/** The value of a home by each kind of evidence, as natural logs of pounds on the day; null without such evidence. */
export interface Pieces {
  /** The level of the place. */
  place: number | null;
  /** By floor area and the local price per square metre. */
  sized: number | null;
  /** By similar sales nearby. */
  similar: number | null;
  /** The home's own sales, not yet weighed against the rest. */
  own: OwnSales | null;
  /** The home's only standard sale if place and floor area contradict it: it is ignored. */
  set_aside: PastSale | null;
  /** The similar sales. A function, since only an answer that lists them needs their descriptions. */
  comparables: () => Comparable[];
}

export function piecesOf(evidence: SaleEvidence, nearby = true): Pieces {
  const { index, location, settings, subject, as_of } = evidence;
  const premium = subject.new_build ? settings.new_build_premium : 0;
  const place = location && index ? location.log_price + indexLevel(index, as_of) + premium : null;
  const sized = sqftEstimate(evidence)?.log_value ?? null;
  const by_rooms = nearby ? comparables(evidence) : null;
  const beside_own =
    by_rooms && subject.floor_area_inferred && evidence.past_sales.length > 0
      ? comparables({ ...evidence, subject: { ...subject, floor_area_sqm: null } })
      : by_rooms;
  const above = (level: number | null) => (place === null || level === null ? null : level - place);
  const sized_above = subject.floor_area_inferred ? null : above(sized);
  const own =
    index &&
    ownSales(evidence.past_sales, {
      as_of,
      index,
      location,
      settings,
      subject: {
        property_type: subject.property_type,
        sized_above,
        similar_gap: above(beside_own?.log_value ?? null) ?? 0,
      },
    });
  const set_aside =
    index && location && !own
      ? onlySaleOutOfLine(evidence.past_sales, as_of, index, location, settings, sized_above)
      : null;
  // With own sales, a floor area that is only inferred from rooms is ignored in every piece.
  const similar = own ? beside_own : by_rooms;
  return {
    place,
    sized: own && subject.floor_area_inferred ? null : sized,
    similar: similar?.log_value ?? null,
    own,
    set_aside,
    comparables: similar?.comparables ?? (() => []),
  };
}

/** The greatest log difference between the evidence and the level of the place; 0 if nothing can be compared. */
function disagreement({ place, sized, similar, own }: Omit<Pieces, 'comparables'>): number {
  if (own) return gapToPlace(own);
  const from = (level: number | null) => (place === null || level === null ? 0 : Math.abs(level - place));
  return Math.max(from(sized), from(similar));
}

function gapToPlace({ own, place, without_last }: OwnSales): number {
  if (place === null) return 0;
  const gap = Math.abs(own - place);
  return without_last?.own ? mixed(gap, gapToPlace(without_last.own), without_last.share) : gap;
}

/** What the evidence itself says about the likely error of an estimate. */
export function doubtOf(
  pieces: Omit<Pieces, 'comparables'>,
): Pick<Doubt, 'disagreement' | 'years_held' | 'single_sale'> {
  const { own } = pieces;
  return {
    disagreement: disagreement(pieces),
    years_held: own?.years_held ?? null,
    single_sale: own?.observations.length === 1,
  };
}

/** The home's log level without its own sales: that of its place, and what floor area and similar sales add. */
export interface HomeLevel {
  base: number;
  by_size: number;
  by_similar: number;
}

export function homeLevel(
  { place, sized, similar }: Omit<Pieces, 'comparables'>,
  shares: LevelShares,
): HomeLevel | null {
  const base = place ?? sized ?? similar;
  if (base === null) return null;
  const both = sized !== null && similar !== null;
  return {
    base,
    by_size: sized === null ? 0 : (both ? shares.sized_of_both : shares.sized) * (sized - base),
    by_similar: similar === null ? 0 : (both ? shares.similar_of_both : shares.similar) * (similar - base),
  };
}
