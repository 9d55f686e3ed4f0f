declare module 'lineclip' {
  /** Sutherland-Hodgman: the part of a polygon's ring inside a box of west, south, east, north. */
  export function clipPolygon(points: number[][], box: number[]): number[][];
}
