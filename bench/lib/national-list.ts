import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type GeneratedAddress, nationalList } from '@domesday/addresses/fit';
import { degreesOfCorner } from '@domesday/geography/grid';

/** Writes a made-up list of so many addresses in the layout that the address-list dataset reads. */
export async function writeNationalList(path: string, rows: number): Promise<void> {
  await pipeline(Readable.from(csv(rows)), createWriteStream(path));
}

function* csv(rows: number): Generator<string> {
  let text = 'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING,LATITUDE,LONGITUDE\n';
  for (const home of nationalList({ rows, seed: 11 })) {
    text += line(home);
    if (text.length > 1 << 16) {
      yield text;
      text = '';
    }
  }
  yield text;
}

function line({ uprn, address, postcode, easting, northing }: GeneratedAddress): string {
  const [longitude, latitude] = degreesOfCorner(easting, northing);
  return `${uprn},"${address}",${postcode},${easting},${northing},${latitude.toFixed(6)},${longitude.toFixed(6)}\n`;
}
