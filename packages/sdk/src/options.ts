type Rule = readonly [must_be: string, fits: (value: unknown) => unknown];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const number = (least: number): Rule => [
  `a number of at least ${least}`,
  (value) => typeof value === 'number' && value >= least,
];
const FUNCTION: Rule = ['a function', isFunction];

/**
 * Rules for each option of the client and of its calls. With NaN, which `Number()` makes of a variable that is not set,
 * a client would retry without end, or not wait for an answer at all.
 */
const RULES: Record<string, Rule> = {
  retries: number(0),
  maxRetryWaitMs: number(0),
  // Other clients take 0 for no limit; here it would end every call at once.
  timeoutMs: number(1),
  // With 0 the state of a job would be requested without a pause.
  everyMs: number(1),
  portion: number(1),
  from: ['a whole number of at least 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  idempotencyKey: ['a text', (value) => value && isText(value)],
  // Null means no signal, as in fetch.
  signal: ['an AbortSignal', (value) => value === null || isFunction((value as AbortSignal).throwIfAborted)],
  headers: ['an object of texts', (value) => isObject(value) && Object.values(value).every(isText)],
  hooks: ['an object', isObject],
  onRequest: FUNCTION,
  onResponse: FUNCTION,
  onRetry: FUNCTION,
  fetch: FUNCTION,
  wait: FUNCTION,
  random: FUNCTION,
  onProgress: FUNCTION,
};

/** Throws `TypeError` for an invalid option or hook. An undefined option counts as absent. */
export function checkOptions(given: unknown): void {
  checkObject('The options', given);
  for (const [name, [must_be, fits]] of Object.entries(RULES)) {
    const value = given[name];
    if (value !== undefined && !fits(value)) refuse(name, must_be, value);
  }
}

/**
 * Throws `TypeError` for a value that is not an object of names and values: the letters of a text would be taken for
 * members.
 */
export function checkObject(what: string, given: unknown): asserts given is Record<string, unknown> {
  if (!isObject(given)) refuse(what, 'an object', given);
}

/** Not a list, nor an object that stores its values elsewhere, such as Headers, Map and AbortSignal. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

export function refuse(what: string, must_be: string, value: unknown): never {
  const shown = isObject(value) ? '{}' : Array.isArray(value) ? '[]' : value === '' ? "''" : String(value);
  throw new TypeError(`${what} must be ${must_be}, not ${shown}.`);
}
