import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { designationsOf, warnOfDesignations } from '../../designations/designations.ts';
import { DATASET } from '../../designations/model.ts';
import type { Context } from '../../http/handler.ts';
import { isOutside, NOT_COVERED } from '../../location/outside.ts';
import { placeSources } from '../../location/place.ts';
import { unknownHome } from '../../location/unknown-home.ts';
import {
  type AreaRow,
  areasOfUprn,
  type CoverageRow,
  coverageAt,
  type RiskPlace,
  riskPlace,
} from './get.query.ts';
import {
  chanceOf,
  LAYERS,
  RISK_TYPES,
  type RiskLevel,
  type RiskType,
  rankOf,
  SPATIAL_BASIS,
} from './model.ts';

type Request = RequestOf<'risks.get'>;
type Response = ResponseOf<'risks.get'>;
type Risk = Schema<'Risk'>;

export async function get(request: Request, context: Context): Promise<Response> {
  const uprn = Number(request.path.uprn);
  const requested_types = request.query.types ?? RISK_TYPES;
  const place = await riskPlace.first(context.db, { uprn });
  if (!place) {
    throw await unknownHome(context.db, uprn);
  }
  const types = requested_types.filter((type) => !context.excludes(layerOf(type, place)?.dataset ?? ''));
  const datasets = [...new Set(types.flatMap((type) => layerOf(type, place)?.dataset ?? []))];
  const [areas, coverage, designations] = await Promise.all([
    areasOfUprn.rows(context.db, { uprn, datasets, today: context.today }),
    coverageAt.rows(context.db, {
      datasets,
      country: place.country,
      local_authority_code: place.local_authority_code,
    }),
    request.query.types ? [] : designationsOf(context, uprn),
  ]);
  if (!context.excludes(DATASET)) warnOfDesignations(context, designations ?? []);
  const loadedOn = new Map(
    context.meta({ datasets }).sources.map((source) => [source.id, source.retrieved_at.slice(0, 10)]),
  );
  const risks = types.map((type) => riskOf(type, place, areas, coverage, context, loadedOn));
  const answered = risks.filter((risk) => risk.level !== null);
  context.setCredits(answered.length);
  context.warn(
    'not_property_specific',
    null,
    'The maps are not made for single properties, and their publishers ask that they are not used so.',
  );
  if (place.position_source === 'postcode') {
    context.warn(
      'position_is_postcode',
      null,
      'The property stands at the middle of its postcode, as no loaded source gives its own position: load os-open-uprn.',
    );
  }
  return {
    uprn: String(uprn),
    risks,
    designations: designations ?? [],
    summary: {
      highest: answered.reduce<RiskLevel | null>(
        (highest, { level }) => (rankOf(level ?? null) > rankOf(highest) ? (level as RiskLevel) : highest),
        null,
      ),
      types_answered: answered.length,
      types_unsupported: risks.filter((risk) => risk.level === null).map((risk) => risk.type),
    },
    meta: context.meta({
      datasets: [...datasets, ...(designations?.length ? [DATASET] : []), ...placeSources({ uprn })],
      basis: 'register',
      rows: { list: 'risks', count: requested_types.length - types.length },
      fields: [['designations', DATASET]],
    }),
  };
}

function layerOf(type: RiskType, place: RiskPlace) {
  return place.country ? LAYERS[type][place.country] : undefined;
}

function riskOf(
  type: RiskType,
  place: RiskPlace,
  areas: AreaRow[],
  coverage: CoverageRow[],
  context: Context,
  loadedOn: Map<string, string>,
): Risk {
  const layer = layerOf(type, place);
  const unknown = (reason: Schema<'NullReason'>, message: string): Risk => {
    context.warn(reason, `risks.${type}`, message);
    return { ...blank(type), source: layer?.dataset ?? null, reason };
  };
  if (isOutside(place.postcode)) return unknown('not_in_jurisdiction', NOT_COVERED);
  if (!place.country) return unknown('not_covered', noNation(place, context));
  if (!layer)
    return unknown('not_in_jurisdiction', `There is no open national map of this in ${place.country}.`);
  const { dataset, kind } = layer;
  if (!context.loaded(dataset)) return unknown('source_not_loaded', `Load ${dataset} to know it.`);
  if (!place.placed) return unknown('not_recorded', 'No loaded source gives a position for this UPRN.');

  const found = areas
    .filter((area) => area.dataset === dataset && area.kind.startsWith(kind))
    .sort((a, b) => rankOf(b.level) - rankOf(a.level));
  const worst = found[0];
  const as_of = loadedOn.get(dataset) ?? null;
  const covered = coverage.filter((c) => c.dataset === dataset && c.kind.startsWith(kind));
  const isSilent = (part: string) => !covered.some((c) => c.complete && c.kind === part);
  const silent = (layer.parts ?? []).filter(isSilent);
  if (!worst) {
    if (!covered.some((c) => c.complete)) {
      return unknown(
        'not_covered',
        covered.length > 0
          ? `The loaded ${dataset} is cut off, so that nothing outside its areas is known.`
          : `What is loaded of ${dataset} does not say that it covers this place. The operator can say so when loading (covers).`,
      );
    }
    if (silent.length > 0) {
      return unknown(
        'not_covered',
        `What is loaded of ${dataset} does not hold ${silent.join(', ')} for this place, so it cannot be said that there are none.`,
      );
    }
    if (layer.everywhere) {
      return unknown(
        'not_covered',
        `The loaded ${dataset} has no area at this place. It classes all land, so that this is a gap in it and does not mean no risk.`,
      );
    }
    return { ...blank(type), level: 'none', source: dataset, as_of };
  }
  if (worst.level === null) {
    return {
      ...unknown('not_recorded', `The publisher gives no level here (${worst.band}).`),
      evidence: found.map(shown),
    };
  }
  const unheard = [...silent, ...(layer.within_parts ?? []).filter(isSilent)].filter(
    (part) => !found.some((area) => area.kind === part),
  );
  if (worst.level !== 'high')
    for (const why of maybeHigher(dataset, found, covered, unheard))
      context.warn('partly_covered', `risks.${type}`, `${why}: the level may be higher for it.`);
  return {
    ...blank(type),
    level: worst.level,
    native_band: worst.band,
    annual_probability_pct: chanceOf(type, place.country, worst.level),
    evidence: found.map(shown),
    source: dataset,
    as_of,
  };
}

/** Reasons why the level at the place may be higher than that of the areas found there. */
function maybeHigher(dataset: string, found: AreaRow[], covered: CoverageRow[], unheard: string[]): string[] {
  const cut = covered.filter(({ kind, complete }) => !complete && !unheard.includes(kind));
  const unknown = found.filter(({ level }) => level === null);
  return [
    ...(unheard.length > 0
      ? [`What is loaded of ${dataset} does not hold ${unheard.join(', ')} for this place`]
      : []),
    ...(cut.length > 0
      ? [`The loaded ${dataset} is cut off (${cut.map(({ kind }) => kind).join(', ')})`]
      : []),
    ...(unknown.length > 0
      ? [`The publisher gives no level of another area here (${unknown.map(({ band }) => band).join(', ')})`]
      : []),
  ];
}

function noNation({ postcode }: RiskPlace, context: Context): string {
  return context.loaded('onspd')
    ? `The nation of the property is not known: its postcode ${postcode} is in no loaded directory.`
    : 'The nation of the property is not known: load onspd.';
}

function blank(type: RiskType): Risk {
  return {
    type,
    level: null,
    native_band: null,
    annual_probability_pct: null,
    evidence: [],
    spatial_basis: SPATIAL_BASIS[type] ?? 'point_in_polygon',
    property_specific: false,
    source: null,
    as_of: null,
    reason: null,
  };
}

function shown(area: AreaRow): Schema<'RiskArea'> {
  const { kind, reference, name, band, attributes } = area;
  return { kind, reference, name, band, attributes: attributes ?? {} };
}
