import type { RequestOf, Schema } from '@domesday/contract';
import { usualSizes } from '@domesday/valuation';
import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { inWords, type Place } from '../../location/place.ts';
import { bedroomCount } from '../../statistics/bedrooms.ts';
import { MINIMUM_SAMPLE } from '../../statistics/quantiles.ts';
import { soldAs } from './development-gdv-model.ts';

type Body = RequestOf<'valuations.development_gdv'>['body'];
type Line = Schema<'GdvUnit'>;

/** The refusal for a scheme that has lines without evidence. */
export function tooFew(place: Place, { widen = true }: Body, lines: { line: Line }[]): ApiError {
  const without = lines.flatMap(({ line }, i) => (line.total_value === null ? [{ line, i }] : []));
  const some = without.length < lines.length ? ' Ask with allow_partial=true for the other lines.' : '';
  const types = [...new Set(without.map(({ line }) => line.type.replace('_', '-')))].join(', ');
  const scottish = place.country === 'Scotland';
  const polygon = place.level === 'polygon';
  const around = widen && !polygon ? ' and around it' : '';
  const farther = widen || polygon || scottish ? '' : ' Ask with widen=true to look around it too.';
  return notFound(
    'insufficient_data',
    scottish
      ? `The loaded price index has no average price for today of the type ${types} in the authority of ${inWords(place)}.${some}`
      : `Fewer than ${MINIMUM_SAMPLE} sales with floor areas, or no index that reaches today, of the type ${types} in ${inWords(place)}${around}.${farther}${some}`,
    without.map(({ i }) => ({ field: `units.${i}`, issue: 'has no evidence' })),
  );
}

/** Warns of what is missing, unusual or different from what was asked for. */
export function explain(context: Context, body: Body, lines: { line: Line }[], scottish: boolean): void {
  lines.forEach(({ line }, i) => {
    if (line.total_value === null)
      context.warn(
        'insufficient_sample',
        `units.${i}.unit_value`,
        scottish
          ? 'The loaded price index has no average price of this type for today in the authority.'
          : `Fewer than ${MINIMUM_SAMPLE} sales of this kind with a floor area, or no index that reaches today.`,
      );
  });
  const units = (some: { line: Line }[]) => some.reduce((n, { line }) => n + line.count, 0);
  const valued = lines.filter(({ line }) => line.total_value !== null);
  if (valued.length < lines.length)
    context.warn(
      'insufficient_sample',
      'gdv',
      `The value is that of ${units(valued)} of ${units(lines)} units: the lines without a value add nothing to it.`,
    );
  if (!scottish)
    for (const [i, unit] of body.units.entries())
      warnOfFloorArea(context, unit, `units.${i}.floor_area_sqft`);
  if (body.units.some((unit) => unit.type === 'bungalow'))
    context.warn(
      'mix_differs',
      'units',
      'Bungalows are valued as detached houses: the registry does not distinguish them.',
    );
  if (scottish) {
    context.warn(
      'not_in_jurisdiction',
      'units',
      'Sale prices are not open data in Scotland: the value of a unit is the average of its kind in the authority, whatever its area.',
    );
  }
}

/**
 * Least floor area of a home with one bedroom, and what the space standard adds for each further bedroom, square
 * metres.
 */
const ONE_BEDROOM_SQM = 15;
const BEDROOM_SQM = 7.5;

/** Warns of a floor area outside the usual range (the rule of valuations.sale), or too small for the bedrooms. */
function warnOfFloorArea(context: Context, unit: Body['units'][number], field: string): void {
  const { floor_area_sqm, type, bedrooms } = unit;
  if (floor_area_sqm === undefined) return;
  const { least, most } = usualSizes(soldAs(type));
  const needed = ONE_BEDROOM_SQM + BEDROOM_SQM * Math.max(0, bedrooms - 1);
  if (floor_area_sqm < needed && bedrooms > 1)
    context.warn(
      'unusual_floor_area',
      field,
      `${bedroomCount(bedrooms)} have no room in ${floor_area_sqm} m²: they need ${needed} m². The value is by the floor area, the rent by the bedrooms.`,
    );
  if (floor_area_sqm >= least && floor_area_sqm <= most) return;
  context.warn(
    'unusual_floor_area',
    field,
    `${floor_area_sqm} m² is outside ${least} to ${most} m², within which nearly all homes of the type ${type.replace('_', '-')} lie: the value goes beyond the homes whose prices are known.`,
  );
}
