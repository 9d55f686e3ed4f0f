import type { Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import type { Context } from '../../http/handler.ts';
import { type AuthorityShare, authoritiesIn } from '../../location/authorities.query.ts';
import { cachedByCode } from '../../location/cached-by-code.ts';
import type { Place } from '../../location/place.ts';

const authoritiesOf = cachedByCode(authoritiesIn);

export interface AuthorityCoverage {
  /** Codes of the authorities that overlap the place and whose records are loaded. */
  covered: string[];
  /** True if the place overlaps an authority without loaded records. */
  partial: boolean;
  /** One entry for each authority that overlaps the place. */
  coverage: Schema<'Coverage'>[];
}

/**
 * Which authorities overlap a place, and which of them a source covers. Warns if some are missing, so that a count in a
 * circle across a boundary is not taken for complete.
 */
export async function authorityCoverageOf(
  context: Context,
  place: Place,
  source: {
    dataset: string;
    what: string;
    loaded(codes: string[]): Promise<string[]>;
    /** Why the loaded data of an authority are incomplete; null if they are complete as far as is known. */
    lackOf?(code: string): string | null;
  },
): Promise<AuthorityCoverage> {
  const own = place.local_authority_code;
  const found = await authoritiesOf(context, place);
  // A circle without a postcode in it belongs to the authority of the nearest postcode.
  const reached: readonly AuthorityShare[] =
    found.length > 0 || own === null
      ? found
      : [{ code: own, name: null, country: place.country, postcodes: 0 }];
  const loaded = new Set(
    (await source.loaded(reached.flatMap((one) => authorityCodes(one.code)))).flatMap(authorityCodes),
  );
  const covered = reached.filter((one) => loaded.has(one.code));
  const missing = reached.filter((one) => !loaded.has(one.code));
  if (missing.length > 0) {
    const count = (some: readonly AuthorityShare[]) => some.reduce((sum, one) => sum + one.postcodes, 0);
    const share = Math.round((count(missing) / Math.max(1, count(reached))) * 1000) / 10;
    context.warn(
      'partly_covered',
      null,
      `${share} % of the place's postcodes lie in ${missing.map(nameOf).join(', ')}, of which no ${source.what} are loaded.`,
    );
  }
  const lacks = covered.map((one) => ({ one, lack: source.lackOf?.(one.code) ?? null }));
  for (const { one, lack } of lacks)
    if (lack) context.warn('partly_covered', null, `${nameOf(one)}: ${lack}`);
  const lackOf = (one: AuthorityShare) => lacks.find((entry) => entry.one === one)?.lack ?? null;
  return {
    covered: covered.flatMap((one) => authorityCodes(one.code)),
    partial: missing.length > 0 || lacks.some(({ lack }) => lack !== null),
    coverage: reached.map((one) => ({
      source: source.dataset,
      country: one.country,
      area: nameOf(one),
      status: !loaded.has(one.code)
        ? ('not_covered' as const)
        : lackOf(one)
          ? ('partial' as const)
          : ('covered' as const),
      note: loaded.has(one.code) ? lackOf(one) : `No ${source.what} of ${nameOf(one)} are loaded.`,
    })),
  };
}

/**
 * Whether the records of the place's own authority are loaded. If not, records of its neighbours answer only if some
 * lie in the place: an empty list would wrongly say that there are none.
 */
export function coversOwn({ covered }: AuthorityCoverage, { local_authority_code: own }: Place): boolean {
  return own !== null && covered.includes(own);
}

function nameOf({ code, name }: AuthorityShare): string {
  return name ?? code;
}
