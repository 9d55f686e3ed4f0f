import { createReadStream, readFileSync } from 'node:fs';
import type { Format } from './format-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: libraries that are no dependency of ours.
type Use = (name: string) => any;

/** A library that reads a format, and how to call it; returns the number of records. */
export interface Library {
  name: string;
  read(path: string, use: Use, folder: string): Promise<number>;
}

const LIBRARIES: Record<Format, Library[]> = {
  csv: [
    {
      name: 'csv-parse',
      read: async (path, use) => {
        let count = 0;
        const { parse } = use('csv-parse');
        for await (const record of createReadStream(path).pipe(parse())) if (record) count++;
        return count;
      },
    },
  ],
  xlsx: [
    {
      name: 'exceljs, streaming',
      read: async (path, use) => {
        let count = 0;
        const { stream } = use('exceljs');
        const reader = new stream.xlsx.WorkbookReader(path, { worksheets: 'emit', sharedStrings: 'cache' });
        for await (const sheet of reader) for await (const row of sheet) if (row) count++;
        return count;
      },
    },
    {
      name: 'read-excel-file',
      read: async (path, use) => {
        const { default: read } = use('read-excel-file/node');
        const sheets = await read(path);
        return (sheets[0]?.data ?? sheets).length;
      },
    },
  ],
  geojson: [
    {
      name: 'JSON.parse',
      read: async (path) => JSON.parse(readFileSync(path, 'utf8')).features.length,
    },
  ],
  kml: [
    {
      name: '@tmcw/togeojson over @xmldom/xmldom',
      read: async (path, use) => {
        const { DOMParser } = use('@xmldom/xmldom');
        const { kml } = use('@tmcw/togeojson');
        return kml(new DOMParser().parseFromString(readFileSync(path, 'utf8'), 'text/xml')).features.length;
      },
    },
  ],
  gml: [
    {
      name: 'fast-xml-parser (elements alone, no geometry)',
      read: async (path, use) => {
        const { XMLParser } = use('fast-xml-parser');
        const parsed = new XMLParser().parse(readFileSync(path, 'utf8'));
        return parsed['wfs:FeatureCollection']['wfs:member'].length;
      },
    },
  ],
  shapefile: [
    {
      name: 'shapefile',
      read: async (path, use) => {
        let count = 0;
        const source = await use('shapefile').openShp(path);
        for (let next = await source.read(); !next.done; next = await source.read()) count++;
        return count;
      },
    },
  ],
};

export function libraryReaders(format: Format): Library[] {
  return LIBRARIES[format];
}
