import { sql } from '@domesday/db';

/**
 * Whether an area `a` is in force on a day: it has begun and has not ended. Article 4 directions are made and mapped a
 * year or more before they come into force.
 */
export const inForce = (today: unknown) => sql<boolean>`
  ((a.designated_on is null or a.designated_on <= ${today}) and (a.ended_on is null or a.ended_on > ${today}))`;
