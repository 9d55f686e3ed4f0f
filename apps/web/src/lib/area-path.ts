/** An outcode, which the API accepts, or an authority, for which the portal has separate paths. */
export type RequestedArea = { outcode: string } | { authority: string };

/** The path from which a section reads its answer. */
export function areaPath(of: RequestedArea, part: string, path: string): string {
  return 'outcode' in of ? `${path}?outcode=${of.outcode}` : `/portal/authorities/${of.authority}/${part}`;
}
