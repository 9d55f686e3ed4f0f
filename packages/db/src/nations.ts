import { oneOf } from './row-shape.ts';

/** The nations whose data are served: the values of every column `country`. */
export const NATIONS = ['England', 'Wales', 'Scotland'] as const;
export type Nation = (typeof NATIONS)[number];

/** A column `country` in the row of a statement. */
export const nation = oneOf(...NATIONS);
