import type { Decoded } from '../decode.ts';
import { LoadError } from '../errors.ts';
import { exactJson } from '../exact-json.ts';
import type { ReadItem } from './items.ts';

const LONGEST_FEATURE = 256 * 1024 * 1024;

/**
 * GeoJSON as a stream of features, in memory no more than one feature: the text is cut where a member of the
 * top-level `features` ends, and each piece parsed alone. What stands outside is kept, for `crs` and for the
 * `exceededTransferLimit` by which ArcGIS says that it stopped early. A bare Feature, geometry or list of
 * features is read whole.
 */
export async function* readGeojson(text: AsyncIterable<Decoded>): AsyncGenerator<ReadItem> {
  let shell = '';
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** Where the cut pieces are: before `features`, in it, or after it. */
  let stage: 'before' | 'in' | 'after' = 'before';
  let piece: string[] = [];
  let pieceLength = 0;
  let count = 0;
  let crs: string | null = null;

  for await (const { text: chunk } of text) {
    const ready: string[] = [];
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const c = chunk.charCodeAt(i);
      if (inString) {
        if (escaped) escaped = false;
        else if (c === 92) escaped = true;
        else if (c === 34) inString = false;
        continue;
      }
      if (c === 34) {
        inString = true;
      } else if (c === 123 || c === 91) {
        depth++;
        if (depth === 2 && c === 91 && stage === 'before') {
          const before = shell + chunk.slice(start, i);
          if (/"features"\s*:\s*$/.test(before)) {
            shell = `${before}[`;
            stage = 'in';
            start = i + 1;
            crs = crsNameIn(shell);
          }
        }
      } else if (c === 125 || c === 93) {
        depth--;
        if (stage === 'in' && depth === 2) {
          piece.push(chunk.slice(start, i + 1));
          ready.push(piece.join(''));
          piece = [];
          pieceLength = 0;
          start = i + 1;
        } else if (stage === 'in' && depth === 1) {
          piece = [];
          stage = 'after';
          start = i;
        }
      }
    }
    const rest = chunk.slice(start);
    if (stage === 'in') {
      piece.push(rest);
      pieceLength += rest.length;
      if (pieceLength > LONGEST_FEATURE) {
        throw new LoadError('refused', 'One feature of the file is larger than 256 MB.');
      }
    } else {
      shell += rest;
      if (shell.length > LONGEST_FEATURE) {
        throw new LoadError('refused', 'The JSON is larger than 256 MB and holds no list of features.');
      }
    }
    for (const json of ready) {
      count++;
      yield featureOf(json.replace(/^[\s,]+/, ''), count, crs);
    }
  }

  if (stage === 'in' || depth !== 0) {
    const raw = piece.join('').slice(0, 200);
    yield {
      reject: { line: count + 1, reason: 'The file ends in the middle of a feature: it was cut off.', raw },
    };
    yield {
      note: {
        name: 'truncated',
        status: 'warn',
        detail: `The file is cut off after ${count} features. Download it again.`,
      },
      incomplete: true,
    };
    return;
  }
  if (stage === 'before') {
    yield* readWhole(shell);
    return;
  }
  const outside = parse(shell) as Record<string, unknown> | null;
  const properties = outside?.properties as Record<string, unknown> | undefined;
  if (outside?.exceededTransferLimit === true || properties?.exceededTransferLimit === true) {
    yield {
      note: {
        name: 'truncated',
        status: 'warn',
        detail: `The publisher's server stopped after ${count} features and says so (exceededTransferLimit): this is not all that it holds. Download the rest, page by page, and load all files together.`,
      },
      incomplete: true,
    };
  }
  const late = outside ? crsNameIn(JSON.stringify(outside)) : null;
  if (late && crs === null) {
    yield {
      note: {
        name: 'crs',
        status: 'warn',
        detail: `The file names its reference system (${late}) behind its features, where it comes too late; the coordinates were read by their size.`,
      },
    };
  }
}

function* readWhole(text: string): Generator<ReadItem> {
  const whole = parse(text);
  if (whole === undefined) {
    throw new LoadError('refused', 'The file begins like JSON but is not valid JSON.');
  }
  const items = Array.isArray(whole) ? whole : [whole];
  const crs = crsNameIn(text.slice(0, 4000));
  let count = 0;
  for (const item of items as Record<string, unknown>[]) {
    count++;
    if (item?.type === 'Feature')
      yield {
        feature: { properties: propertiesOf(item.properties), geometry: item.geometry, line: count, crs },
      };
    else if (item && typeof item.type === 'string' && ('coordinates' in item || 'geometries' in item)) {
      yield { feature: { properties: {}, geometry: item, line: count, crs } };
    } else if (item?.error) {
      throw new LoadError(
        'refused',
        `The file is not data but an error message of the publisher's server: ${JSON.stringify(item.error).slice(0, 200)}`,
      );
    } else if (item && typeof item === 'object' && 'rings' in item) {
      throw new LoadError('refused', 'The file is Esri JSON. Ask the server for f=geojson.');
    } else {
      throw new LoadError('refused', 'The JSON holds no features: it is not GeoJSON.');
    }
  }
}

function featureOf(json: string, line: number, crs: string | null): ReadItem {
  const item = parse(json) as Record<string, unknown> | undefined;
  if (typeof item !== 'object' || item === null) {
    return { reject: { line, reason: 'The feature is not valid JSON.', raw: json.slice(0, 200) } };
  }
  if (item.properties === undefined && item.attributes !== undefined) {
    throw new LoadError('refused', 'The file is Esri JSON. Ask the server for f=geojson.');
  }
  return { feature: { properties: propertiesOf(item.properties), geometry: item.geometry, line, crs } };
}

function propertiesOf(raw: unknown): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries((raw ?? {}) as Record<string, unknown>)) {
    if (value === null || value === undefined || value === '') continue;
    out[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return out;
}

function crsNameIn(json: string): string | null {
  const from = json.search(/"crs"\s*:/);
  if (from === -1) return null;
  const name = /"(?:name|wkid|code)"\s*:\s*(?:"((?!name")[^"]+)"|(\d+))\s*}/.exec(
    json.slice(from, from + 500),
  );
  return name?.[1] ?? name?.[2] ?? null;
}

function parse(json: string): unknown {
  try {
    return exactJson(json);
  } catch {
    return undefined;
  }
}
