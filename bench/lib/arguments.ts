import { parseArgs } from 'node:util';

/** A default for each argument: null for an optional text, a list for several numbers separated by commas. */
type Defaults = Record<string, number | number[] | string | boolean | null>;

type Given<D extends Defaults> = {
  [K in keyof D]: D[K] extends number
    ? number
    : D[K] extends number[]
      ? number[]
      : D[K] extends boolean
        ? boolean
        : D[K] extends string
          ? string
          : string | undefined;
};

/** A command line that a benchmark does not understand; the message ends with its usage. */
export class UsageError extends Error {}

/**
 * The arguments of a benchmark, by name (`--rows 1000`) or, for its numbers, by their order (`1000`). Each number is
 * above 0.
 */
export function argumentsOf<D extends Defaults>(name: string, args: string[], defaults: D): Given<D> {
  const shown = Object.entries(defaults).map(([key, value]) => {
    if (value === false) return `[--${key}]`;
    return `[--${key} ${value === null ? '<text>' : value}]`;
  });
  const refuse = (problem: string): never => {
    throw new UsageError(`${problem} Usage: ${['npm run bench --', name, ...shown].join(' ')}`);
  };
  const { values, positionals } = parsed(args, defaults, refuse);
  const unnamed = [...positionals];
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(defaults)) {
    const told = values[key];
    const number = (text: unknown): number => {
      const read = Number(text);
      if (Number.isFinite(read) && read > 0) return read;
      return refuse(`"${text}" is given as ${key}, which is a number above 0.`);
    };
    if (typeof value === 'number') given[key] = number(told ?? unnamed.shift() ?? value);
    else if (Array.isArray(value))
      given[key] = String(told ?? value)
        .split(',')
        .map(number);
    else given[key] = told ?? value ?? undefined;
  }
  if (unnamed.length > 0) refuse(`"${unnamed[0]}" is not understood.`);
  return given as Given<D>;
}

function parsed(args: string[], defaults: Defaults, refuse: (problem: string) => never) {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => {
      const type = typeof value === 'boolean' ? ('boolean' as const) : ('string' as const);
      return [key, { type }];
    }),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return refuse(`${(error as Error).message.split('.')[0]}.`);
  }
}
