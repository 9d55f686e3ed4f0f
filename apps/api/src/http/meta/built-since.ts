/**
 * Valuations were rebuilt after this process last read what is served. The answer would mix the old build, still held
 * in memory, with the new one, so it is made again from the new build.
 */
export class BuiltSince extends Error {}
