import { sql } from '@domesday/db';

/**
 * The phases that a school `s` teaches, as an array: its own phase; primary and secondary for an all-through school;
 * nursery if its ages begin at 3 or below, post_16 if they end at 17 or above, or if the Welsh type of school says so.
 */
export const TAUGHT_PHASES = sql`array_remove(array[s.phase,
  case when s.phase = 'all_through' then 'primary' end,
  case when s.phase = 'all_through' then 'secondary' end,
  case when s.phase in ('primary', 'all_through') and (s.age_from <= 3 or s.type ~* 'nursery') then 'nursery' end,
  case when s.phase in ('secondary', 'all_through') and s.age_to >= 17 or s.type ~* 'with post-16' then 'post_16' end], null)`;
