/** An outcode, which the API answers for, or an authority, for which the portal's own paths do. */
export type AreaAsked = { outcode: string } | { authority: string };

/** Where a section reads its answer from. */
export function asked(of: AreaAsked, part: string, path: string): { path: string; free: boolean } {
  return 'outcode' in of
    ? { path: `${path}?outcode=${of.outcode}`, free: false }
    : { path: `/authorities/${of.authority}/${part}`, free: true };
}
