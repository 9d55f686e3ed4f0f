import type { parquetSchema, SchemaElement } from 'hyparquet';
import { exactKey, exactValue, isReadHere } from './parquet-exact.ts';

type Node = ReturnType<typeof parquetSchema>;
type Reader = (value: unknown) => unknown;

const isRepeated = ({ element }: Node) => element.repetition_type === 'REPEATED';
/**
 * Whether a column is a list or map: it has one repeated group, with the elements of the list or the keys and values of
 * the map.
 */
const isOf = (kind: 'LIST' | 'MAP', { element, children }: Node): boolean =>
  element.converted_type === kind && children.length === 1 && isRepeated(children[0]!);

/** The columns, and elements within lists and objects, that must be read in their stored form. */
export function exactElements(node: Node): SchemaElement[] {
  const { element, children } = node;
  if (children.length === 0) return isReadHere(element) ? [element] : [];
  if (element.logical_type?.type === 'VARIANT') return [];
  return children.flatMap(exactElements);
}

/** Returns the function that converts a value of a column whose exact elements are still in stored form. */
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
    // Older writers repeat the element itself instead of a group.
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
 * Converts a value to one that JSON can represent: a long integer becomes a number if that holds every digit, bytes
 * become hexadecimal text, and NaN and infinities their names.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}
