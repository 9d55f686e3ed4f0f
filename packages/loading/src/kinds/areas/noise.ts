import type { AreaFeature, AreaLevel } from './spec.ts';

/**
 * Level of a band of the day-evening-night level (Lden), decibels, by its lower bound. 55 dB is where the
 * Environmental Noise Directive begins to map; 65 dB is well above what the World Health Organization recommends.
 */
function levelOf(from_db: number): AreaLevel {
  if (from_db < 55) return 'very_low';
  if (from_db < 60) return 'low';
  return from_db < 65 ? 'medium' : 'high';
}

const BAND_DB = 5;

const BANDS = ['noiseclass', 'noise_class', 'class', 'db_range', 'category', 'gridcode'];

/** `Lden5559` of the European code list: both bounds without a mark between them. */
const BOUNDS = /(?<!\d)(\d\d)(\d\d)(?!\d)/;
/** A number outside these bounds is the number of a class and not decibels. */
const LEAST_DB = 30;
const MOST_DB = 100;

function bandOf(feature: AreaFeature): { band: string | null; level: AreaLevel | null } {
  const band = feature.get(...BANDS);
  const [, below, number] =
    /(<\s*|(?:below|under|(?:less|lower) ?than)\s*)?(\d+(?:\.\d+)?)/i.exec(
      (band ?? '').replace(BOUNDS, '$1-$2'),
    ) ?? [];
  const from_db = Number(number ?? Number.NaN);
  if (!(from_db >= LEAST_DB && from_db <= MOST_DB)) return { band, level: null };
  return {
    band: /db|lden/i.test(band!) ? band : `${band} dB`,
    // A band may state only its upper bound, such as `<55`.
    level: levelOf(from_db - (below ? BAND_DB : 0)),
  };
}

/**
 * Strategic noise of roads and railways, bands of Lden. England: Defra; the same layout serves other nations. Null if
 * neither the file name nor a column tells which: a railway file taken for roads would replace the road noise.
 */
function kind(feature: AreaFeature): string | null {
  const named = `${feature.file} ${feature.get('source', 'layer', 'theme') ?? ''}`;
  if (/rail/i.test(named)) return 'noise-rail';
  return /road/i.test(named) ? 'noise-road' : null;
}

/** Layers of other measures, whose decibels cannot be compared with those of Lden, and of other sources of noise. */
function otherOf(feature: AreaFeature): string | null {
  const named = `${feature.file} ${feature.get('layer', 'source') ?? ''}`;
  if (/l_?(night|day|eve)|laeq|la10/i.test(named)) return 'noise by another measure than Lden';
  return /air(port|craft)|industr/i.test(named) ? 'noise of aircraft or industry' : null;
}

export const strategicNoise = {
  recognised_by: { columns: BANDS },
  kind,
  other: otherOf,
  band: bandOf,
  graded: true as const,
  extent: 'nation' as const,
};
