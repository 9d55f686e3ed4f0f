import { counted } from '../counted.ts';
import type { Decoded } from '../decode.ts';
import { LoadError } from '../errors.ts';
import { storableJson } from '../exact-json.ts';
import type { ReadItem } from './items.ts';

const LONGEST_FEATURE = 256 * 1024 * 1024;
/** The most characters before a list in which its name is looked for, with blanks. */
const LONGEST_NAME = 1000;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** A line end, or the record separator with which each feature of a GeoJSON text sequence begins. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sign is one
const SEPARATOR = /[\r\n\u001e]+/;

/**
 * GeoJSON as a stream of features, with at most one feature in memory: the text is split after each member of the
 * top-level `features`, and each piece is parsed alone. The text outside is kept, for `crs` and for the
 * `exceededTransferLimit` by which ArcGIS marks an incomplete answer. A bare Feature, geometry or list of features is
 * read whole.
 */
export async function* readGeojson(text: AsyncIterable<Decoded>): AsyncGenerator<ReadItem> {
  const cutter = new FeatureCutter();
  let count = 0;
  for await (const { text: chunk } of text) {
    for (const json of cutter.cut(chunk)) {
      count++;
      yield featureOf(json.replace(/^[\s,]+/, ''), count, cutter.crs);
    }
  }
  const lines = cutter.stage === 'before' ? featureLines(cutter.outside) : null;
  if (lines) yield* readLines(lines);
  else if (cutter.stage === 'in' || cutter.depth !== 0) yield* cutOff(cutter.unfinished(), count);
  else if (cutter.stage === 'before') yield* readWhole(cutter.outside);
  else yield* notesOf(cutter, count);
}

/** Splits the text of a collection into the texts of its features, chunk by chunk. */
class FeatureCutter {
  /** Number of open braces and brackets. */
  depth = 0;
  /** Whether the splitter is before the list `features`, in it, or after it. */
  stage: 'before' | 'in' | 'after' = 'before';
  /** The text outside the features. */
  outside = '';
  /** The reference system, if declared before the features. */
  crs: string | null = null;
  #inString = false;
  #escaped = false;
  #piece: string[] = [];
  #pieceLength = 0;

  /** The features that are complete at the end of a chunk. */
  cut(chunk: string): string[] {
    const ready: string[] = [];
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const c = chunk.charCodeAt(i);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (c === BACKSLASH) this.#escaped = true;
        else if (c === QUOTE) this.#inString = false;
      } else if (c === QUOTE) this.#inString = true;
      else if (c === OPEN_BRACE || c === OPEN_BRACKET) start = this.#opened(chunk, start, i);
      else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) start = this.#closed(chunk, start, i, ready);
    }
    this.#keep(chunk.slice(start));
    return ready;
  }

  /** The text of an incomplete feature at the end. */
  unfinished(): string {
    return this.#piece.join('');
  }

  /** Handles an opening bracket. Like `#closed`, returns the start of the next piece. */
  #opened(chunk: string, start: number, at: number): number {
    this.depth++;
    if (this.depth !== 2 || this.stage !== 'before' || chunk.charCodeAt(at) !== OPEN_BRACKET) return start;
    // Only a short text before the bracket is examined, since the file may contain any number of lists.
    const near = chunk.slice(Math.max(start, at - LONGEST_NAME), at);
    const far = near.length < LONGEST_NAME ? this.outside.slice(near.length - LONGEST_NAME) : '';
    if (!/"features"\s*:\s*$/.test(far + near)) return start;
    this.outside = `${this.outside}${chunk.slice(start, at)}[`;
    this.stage = 'in';
    this.crs = crsNameIn(this.outside);
    return at + 1;
  }

  #closed(chunk: string, start: number, at: number, ready: string[]): number {
    this.depth--;
    if (this.stage !== 'in') return start;
    if (this.depth === 2) {
      this.#piece.push(chunk.slice(start, at + 1));
      ready.push(this.#piece.join(''));
      this.#piece = [];
      this.#pieceLength = 0;
      return at + 1;
    }
    if (this.depth !== 1) return start;
    this.#piece = [];
    this.stage = 'after';
    return at;
  }

  #keep(rest: string): void {
    if (this.stage === 'in') {
      this.#piece.push(rest);
      this.#pieceLength += rest.length;
      if (this.#pieceLength > LONGEST_FEATURE)
        throw new LoadError('refused', 'One feature of the file is larger than 256 MB.');
    } else {
      this.outside += rest;
      if (this.outside.length > LONGEST_FEATURE)
        throw new LoadError('refused', 'The JSON is larger than 256 MB and has no list of features.');
    }
  }
}

function* cutOff(unfinished: string, count: number): Generator<ReadItem> {
  const reason = 'The file ends in the middle of a feature: it was cut off.';
  yield { reject: { line: count + 1, reason, raw: unfinished.slice(0, 200) } };
  yield {
    note: {
      name: 'truncated',
      status: 'warn',
      detail: `The file is cut off after ${counted(count, 'feature')}. Download it again.`,
    },
    incomplete: true,
  };
}

/** Notes from the text outside the features, for the operator. */
function* notesOf({ outside: text, crs }: FeatureCutter, count: number): Generator<ReadItem> {
  const outside = parse(text) as Record<string, unknown> | null;
  const properties = outside?.properties as Record<string, unknown> | undefined;
  if (outside?.exceededTransferLimit === true || properties?.exceededTransferLimit === true) {
    yield {
      note: {
        name: 'truncated',
        status: 'warn',
        detail: `The publisher's server stopped after ${counted(count, 'feature')} and says so (exceededTransferLimit): the file is incomplete. Download the rest, page by page, and load all files together.`,
      },
      incomplete: true,
    };
  }
  const late_crs = outside ? crsNameIn(JSON.stringify(outside)) : null;
  if (late_crs && crs === null) {
    yield {
      note: {
        name: 'crs',
        status: 'warn',
        detail: `The file names its reference system (${late_crs}) after its features, which is too late; the coordinates were read by their size.`,
      },
      late_crs,
    };
  }
}

/**
 * The lines of a text with a feature on each, as in GeoJSON text sequences (RFC 8142), with or without separators. Null
 * for other texts.
 */
function featureLines(text: string): string[] | null {
  const lines = text.split(SEPARATOR).filter((line) => line.trim() !== '');
  const first = lines.length > 1 ? (parse(lines[0]!) as Record<string, unknown> | null) : null;
  return first?.type === 'Feature' ? lines : null;
}

function* readLines(lines: readonly string[]): Generator<ReadItem> {
  for (const [i, line] of lines.entries()) {
    if (i === lines.length - 1 && parse(line) === undefined) yield* cutOff(line, i);
    else yield featureOf(line, i + 1, null);
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
      throw new LoadError('refused', 'The JSON has no features: it is not GeoJSON.');
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
    return storableJson(json);
  } catch {
    return undefined;
  }
}
