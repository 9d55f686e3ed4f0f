/** SQL: the square of ten kilometres in which a row of a served table lies, as `e37 n16`; null without a position. */
export const GRID_SQUARE = "'e' || floor(t.easting / 10000) || ' n' || floor(t.northing / 10000)";

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** Replaces such a square in a text by its name on Ordnance Survey maps, `ST76`. Other text stays as it is. */
export function squareName(area: string): string {
  return area.replace(/\be(\d+) n(\d+)\b/, (_, east: string, north: string) => {
    const [e, n] = [Number(east), Number(north)];
    const [east500, north500] = [Math.floor(e / 50) + 2, 3 - Math.floor(n / 50)];
    const [east100, north100] = [Math.floor(e / 10) % 5, 4 - (Math.floor(n / 10) % 5)];
    return `${COLUMNS[north500 * 5 + east500]}${COLUMNS[north100 * 5 + east100]}${e % 10}${n % 10}`;
  });
}
