/**
 * Valuations were built since what is served was last read: what is kept in memory is of the build before, so that the
 * answer would be of both. It is made anew from the new build alone.
 */
export class BuiltSince extends Error {}
