/**
 * A whole number in decimal digits. NaN for other texts that JavaScript also converts to numbers: blanks, `0x1f90`,
 * `8e3`, `8080.0`.
 */
export function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A reader of variables that are whole numbers: an invalid one adds a sentence to `problems`. */
export function integersOf(env: NodeJS.ProcessEnv, problems: string[]) {
  return (name: string, fallback: number, least: number, most: number): number => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = wholeNumber(text);
    if (value >= least && value <= most) return value;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
    return fallback;
  };
}

/** The log levels of pino. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** What is wrong with LOG_LEVEL; nothing if it is a level. */
export function logLevelProblems(level: string): string[] {
  if (LOG_LEVELS.includes(level)) return [];
  return [`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(level)}.`];
}
