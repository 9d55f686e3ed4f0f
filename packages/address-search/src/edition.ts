/**
 * Raised whenever the same addresses would be indexed or linked by other words, numbers or keys. What was made by
 * another edition is made anew by the next load or `domesday build`; until then some homes are not found.
 */
export const EDITION = 19;
