import { sql } from '@domesday/db';

/** SQL for the address of premises `p` in document `d`, which stores the end that the addresses of its homes share. */
export const SPELLING = sql.raw('(p.address || d.address_end)');
