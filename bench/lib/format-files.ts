import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '@domesday/testing/zip';

export type Format = 'csv' | 'xlsx' | 'geojson' | 'kml' | 'gml' | 'shapefile';
export interface MadeFile {
  format: Format;
  path: string;
}

/** Corners of a made-up square of ten metres, given its lower left corner. */
function square(i: number): [number, number][] {
  const [x, y] = [400_000 + (i % 1000) * 20, 200_000 + Math.floor(i / 1000) * 20];
  return [[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10], [x, y]]; // biome-ignore format: corners
}
const name = (i: number) => `Made-up area ${i}`;

/** The same made-up rows and squares in each format. */
export async function madeFiles(folder: string, rows: number): Promise<MadeFile[]> {
  const all = Array.from({ length: rows }, (_, i) => i);
  const files: [Format, string, string | Buffer][] = [
    ['csv', 'table.csv', all.map(csvRow).join('')],
    ['xlsx', 'table.xlsx', workbook(all)],
    ['geojson', 'areas.geojson', geojson(all)],
    ['kml', 'areas.kml', kml(all)],
    ['gml', 'areas.gml', gml(all)],
    ['shapefile', 'areas.shp', shapefile(all)],
  ];
  const made: MadeFile[] = [];
  for (const [format, file, content] of files) {
    await writeFile(join(folder, file), content);
    made.push({ format, path: join(folder, file) });
  }
  return made;
}

function csvRow(i: number): string {
  return `"${i}","${name(i)}, with a comma","XE${i % 10} 1AB",${i * 3},"2026-01-0${1 + (i % 9)}"\n`;
}

function workbook(all: number[]): Buffer {
  const cell = (i: number) =>
    `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c><c r="B${i + 1}" t="inlineStr"><is><t>${name(i)}</t></is></c><c r="C${i + 1}"><v>${i * 3}</v></c><c r="D${i + 1}" t="inlineStr"><is><t>XE1 1AB</t></is></c></row>`;
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${all.map(cell).join('')}</sheetData></worksheet>`,
  });
}

function geojson(all: number[]): string {
  const features = all.map((i) =>
    JSON.stringify({
      type: 'Feature',
      properties: { reference: String(i), name: name(i) },
      geometry: { type: 'Polygon', coordinates: [square(i)] },
    }),
  );
  return `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:27700"}},"features":[${features.join(',\n')}]}`;
}

function kml(all: number[]): string {
  const placemarks = all.map((i) => {
    const corners = square(i).map(([x, y]) => `${-2 + x / 1e7},${51 + y / 1e7},0`);
    return `<Placemark><name>${name(i)}</name><ExtendedData><Data name="reference"><value>${i}</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n`;
  });
  return `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`;
}

function gml(all: number[]): string {
  const members = all.map((i) => {
    const corners = square(i).map((corner) => corner.join(' '));
    return `<wfs:member><x:area gml:id="a.${i}"><x:name>${name(i)}</x:name><x:shape><gml:Polygon srsName="EPSG:27700"><gml:exterior><gml:LinearRing><gml:posList>${corners.join(' ')}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></x:shape></x:area></wfs:member>\n`;
  });
  return `<?xml version="1.0"?><wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:x="http://example.org">${members.join('')}</wfs:FeatureCollection>`;
}

/** A .shp of single-ring polygons, without an attribute table. */
function shapefile(all: number[]): Buffer {
  const CONTENT = 44 + 4 + 5 * 16;
  const buffer = Buffer.alloc(100 + all.length * (8 + CONTENT));
  buffer.writeInt32BE(9994, 0);
  buffer.writeInt32BE(buffer.length / 2, 24);
  buffer.writeInt32LE(1000, 28);
  buffer.writeInt32LE(5, 32);
  for (const i of all) {
    let at = 100 + i * (8 + CONTENT);
    buffer.writeInt32BE(i + 1, at);
    buffer.writeInt32BE(CONTENT / 2, at + 4);
    at += 8;
    const corners = square(i);
    buffer.writeInt32LE(5, at);
    [corners[0]![0], corners[0]![1], corners[2]![0], corners[2]![1]].forEach((value, n) => {
      buffer.writeDoubleLE(value, at + 4 + n * 8);
    });
    buffer.writeInt32LE(1, at + 36);
    buffer.writeInt32LE(5, at + 40);
    buffer.writeInt32LE(0, at + 44);
    // A shapefile's outer ring runs clockwise.
    corners.reverse().forEach(([x, y], n) => {
      buffer.writeDoubleLE(x, at + 48 + n * 16);
      buffer.writeDoubleLE(y, at + 56 + n * 16);
    });
  }
  return buffer;
}
