/**
 * The edition of the address index. Raise it whenever the same addresses would get other words, numbers or keys. The
 * next load or `domesday build` rebuilds an index of another edition; until then some homes are not found.
 */
export const EDITION = 19;
