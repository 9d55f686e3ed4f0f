type Rule = readonly [must_be: string, fits: (value: unknown) => unknown];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const number = (least: number): Rule => [
  `a number of at least ${least}`,
  (value) => typeof value === 'number' && value >= least,
];
const FUNCTION: Rule = ['a function', isFunction];

/**
 * What each option of the client and of its calls must be. With NaN, which `Number()` makes of a variable that is not
 * set, a client would retry without end, or wait for no answer.
 */
const RULES: Record<string, Rule> = {
  retries: number(0),
  maxRetryWaitMs: number(0),
  // Other clients take 0 for no limit. Here no call would ever be answered.
  timeoutMs: number(1),
  // With 0 the state of a job would be asked for without a pause.
  everyMs: number(1),
  portion: number(1),
  from: ['a whole number of at least 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  idempotencyKey: ['a text', (value) => value && isText(value)],
  // Null is no signal, as for a fetch.
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

/** Throws `TypeError` for an option, or a hook, that is not what it must be. One that is undefined is not given. */
export function checkOptions(given: unknown): void {
  checkObject('The options', given);
  for (const [name, [must_be, fits]] of Object.entries(RULES)) {
    const value = given[name];
    if (value !== undefined && !fits(value)) refuse(name, must_be, value);
  }
}

/** Throws `TypeError` for what is not an object of names and values: the parts of a text would be taken for some. */
export function checkObject(what: string, given: unknown): asserts given is Record<string, unknown> {
  if (!isObject(given)) refuse(what, 'an object', given);
}

/** Not a list, nor what keeps its values elsewhere, as Headers, Map and AbortSignal do. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

export function refuse(what: string, must_be: string, value: unknown): never {
  const shown = isObject(value) ? '{}' : Array.isArray(value) ? '[]' : value === '' ? "''" : String(value);
  throw new TypeError(`${what} must be ${must_be}, not ${shown}.`);
}
