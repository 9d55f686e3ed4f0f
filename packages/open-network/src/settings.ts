/** A reader of variables that are whole numbers: an invalid one adds a sentence to `problems`. */
export function integersOf(env: NodeJS.ProcessEnv, problems: string[]) {
  return (name: string, fallback: number, least: number, most: number): number => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    // Spaces alone would be 0.
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
    return fallback;
  };
}

/** Those of pino. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** What is wrong with LOG_LEVEL; nothing if it is a level. */
export function logLevelProblems(level: string): string[] {
  if (LOG_LEVELS.includes(level)) return [];
  return [`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(level)}.`];
}
