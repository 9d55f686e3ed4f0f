import { sql } from '@domesday/db';

/** The address of premises `p` of the document `d`, which holds the end that the addresses of all its homes share. */
export const SPELLING = sql.raw('(p.address || d.address_end)');
