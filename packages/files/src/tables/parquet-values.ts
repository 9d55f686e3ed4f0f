import type { parquetSchema, SchemaElement } from 'hyparquet';
import { exactKey, exactValue, isReadHere } from './parquet-exact.ts';

type Node = ReturnType<typeof parquetSchema>;
type Reader = (value: unknown) => unknown;

const isRepeated = ({ element }: Node) => element.repetition_type === 'REPEATED';
/** A column of one group of rows that repeats, in which a list has its parts and a map its keys and values. */
const isOf = (kind: 'LIST' | 'MAP', { element, children }: Node): boolean =>
  element.converted_type === kind && children.length === 1 && isRepeated(children[0]!);

/** The columns, and the parts of lists and objects, that are to be read as they are stored. */
export function exactElements(node: Node): SchemaElement[] {
  const { element, children } = node;
  if (children.length === 0) return isReadHere(element) ? [element] : [];
  if (element.logical_type?.type === 'VARIANT') return [];
  return children.flatMap(exactElements);
}

/** How a value of a column is read whose exact elements are as they are stored yet. */
export function valueReader(node: Node): Reader {
  if (isRepeated(node)) return each(partReader(node));
  return partReader(node);
}

function partReader(node: Node): Reader {
  const { element, children } = node;
  if (children.length === 0) return isReadHere(element) ? (value) => exactValue(element, value) : plain;
  if (exactElements(node).length === 0) return plain;
  const [group] = children;
  if (isOf('LIST', node)) {
    // Older writers let the part itself repeat.
    const [part] = group!.children;
    return each(partReader(group!.children.length === 1 ? part! : group!));
  }
  if (isOf('MAP', node)) {
    const [key, read] = [
      group!.children.find(isKey)!,
      valueReader(group!.children.find((one) => !isKey(one))!),
    ];
    return members(
      () => read,
      (name) => exactKey(key.element, name),
    );
  }
  const readers = new Map(children.map((child) => [child.element.name, valueReader(child)]));
  return members((name) => readers.get(name) ?? plain);
}

const each =
  (read: Reader): Reader =>
  (value) =>
    Array.isArray(value) ? value.map(read) : plain(value);

const isKey = ({ element }: Node): boolean => element.name === 'key';

const members =
  (readerOf: (name: string) => Reader, named = (name: string) => name): Reader =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [named(name), readerOf(name)(part)]))
      : plain(value);

/**
 * A value that JSON can tell: a long integer as a number where that holds every digit, bytes as hexadecimal text, and
 * what is no finite number, such as NaN, as its name.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}
