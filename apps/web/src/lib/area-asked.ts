/** An outcode, which the API answers for, or an authority, for which the portal has paths of its own. */
export type AreaAsked = { outcode: string } | { authority: string };

/** Where a section reads its answer from. */
export function asked(of: AreaAsked, part: string, path: string): string {
  return 'outcode' in of ? `${path}?outcode=${of.outcode}` : `/portal/authorities/${of.authority}/${part}`;
}
