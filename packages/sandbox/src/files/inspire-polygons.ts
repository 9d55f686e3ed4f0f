import { AUTHORITIES } from '../country/geography.ts';
import type { Country, Home } from '../country/model.ts';
import { pointIn, type Ring } from '../country/shapes.ts';
import type { DatasetFiles } from './file.ts';

/**
 * INSPIRE index polygons, a GML file per authority of England and Wales, in grid metres. Blocks of flats have one
 * parcel; one house in eleven has none, and one parcel has a hole.
 */
export function inspire(country: Country): DatasetFiles[] {
  const authorities = Object.values(AUTHORITIES).filter((authority) => authority.nation !== 'Scotland');
  return authorities.map((authority) => {
    const parcels = new Map<string, Home>();
    for (const home of country.homes) {
      if (home.street.settlement.authority !== authority || home.uprn % 11 === 0) continue;
      const key = `${home.easting}/${home.northing}`;
      if (!parcels.has(key)) parcels.set(key, home);
    }
    const members = [...parcels.values()].map((home, i) => member(home, i));
    const path = `inspire-polygons/${authority.name.replace(' ', '_')}/Land_Registry_Cadastral_Parcels.gml`;
    return {
      dataset: 'inspire-polygons',
      path,
      files: [{ path, content: collection(members), rows: members.length }],
    };
  });
}

function collection(members: string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:LR="www.landregistry.gov.uk" numberMatched="unknown" numberReturned="${members.length}">
${members.join('\n')}
</wfs:FeatureCollection>
`;
}

function member(home: Home, index: number): string {
  const [halfWidth, depth] = home.type === 'D' ? [9, 17] : home.type === 'F' ? [8, 14] : [4.4, 14];
  const id = 99_800_000 + (home.uprn % 100_000);
  const outer = plot(home, halfWidth, depth);
  const hole =
    index === 40
      ? `<gml:interior><gml:LinearRing><gml:posList>${list(plot(home, 1, 1))}</gml:posList></gml:LinearRing></gml:interior>`
      : '';
  return `<wfs:member><LR:PREDEFINED gml:id="PREDEFINED.${id}"><LR:GEOMETRY><gml:Polygon srsName="urn:ogc:def:crs:EPSG::27700" gml:id="PREDEFINED.${id}.GEOMETRY"><gml:exterior><gml:LinearRing><gml:posList>${list(outer)}</gml:posList></gml:LinearRing></gml:exterior>${hole}</gml:Polygon></LR:GEOMETRY><LR:INSPIREID>${id}</LR:INSPIREID><LR:LABEL>${id}</LR:LABEL><LR:NATIONALCADASTRALREFERENCE>${id}</LR:NATIONALCADASTRALREFERENCE><LR:VALIDFROM>2009-11-05T12:00:00.000Z</LR:VALIDFROM><LR:BEGINLIFESPANVERSION>2011-03-15T09:41:12.344Z</LR:BEGINLIFESPANVERSION></LR:PREDEFINED></wfs:member>`;
}

/** A plot around the home's point, aligned with its street. */
function plot(home: Home, halfWidth: number, halfDepth: number): Ring {
  const here = { ...home.street.settlement, easting: home.easting, northing: home.northing };
  return [
    [-halfWidth, -halfDepth],
    [halfWidth, -halfDepth],
    [halfWidth, halfDepth],
    [-halfWidth, halfDepth],
    [-halfWidth, -halfDepth],
  ].map(([along, across]) => pointIn(here, along!, across!));
}

function list(ring: Ring): string {
  return ring.map(([easting, northing]) => `${easting} ${northing}`).join(' ');
}
