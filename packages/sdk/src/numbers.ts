/**
 * Throws `TypeError` for a setting that is not a number of at least 0. With NaN, which `Number()` makes of a variable
 * that is not set, a client would retry without end, or wait for no answer.
 */
export function checkNumbers(settings: Record<string, number | undefined>): void {
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      throw new TypeError(`${name} must be a number of at least 0, not ${String(value)}.`);
    // Other clients take it for no limit. Here no call would ever be answered.
    else if (name === 'timeoutMs' && value === 0)
      throw new TypeError('timeoutMs must be more than 0. With Infinity a call waits without a limit.');
}
