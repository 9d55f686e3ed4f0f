import {
  addProtocol,
  type ExpressionSpecification,
  type FilterSpecification,
  type LayerSpecification,
  type SourceSpecification,
} from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, TileType } from 'pmtiles';
import { colour } from './colour.ts';

/** What the operator's archive adds under the layers of the loaded data. */
export interface BaseMap {
  source: SourceSpecification;
  /** In the colours of the scheme of this moment. */
  layers(): LayerSpecification[];
}

const ID = 'base';

interface Style {
  /** Names of the source layers to which this style applies. */
  named: RegExp;
  form: 'area' | 'line' | 'name';
  colour: string;
  from_zoom?: number;
  width?: number | ExpressionSpecification;
  only?: FilterSpecification;
}

/** Land use that is drawn green; all other land use is drawn as land. */
const GREEN = [
  'wood',
  'forest',
  'grass',
  'grassland',
  'park',
  'meadow',
  'scrub',
  'golf_course',
  'nature_reserve',
];
const KIND: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], ['get', 'type'], ''];
const ROAD_WIDTH: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 8, 0.5, 13, 1.2, 17, 6];

/** The layers of common schemas, lowest first: Protomaps, OpenMapTiles, OS Open Zoomstack. */
const STYLES: Style[] = [
  { named: /^(earth|land)$/i, form: 'area', colour: '--map-land' },
  {
    named: /landcover|landuse/i,
    form: 'area',
    colour: '--map-green',
    only: ['in', KIND, ['literal', GREEN]],
  },
  { named: /wood|green|park/i, form: 'area', colour: '--map-green' },
  { named: /^(sea|ocean)$|water/i, form: 'area', colour: '--map-sea' },
  { named: /water|river/i, form: 'line', colour: '--map-sea', width: 1.2 },
  { named: /bound/i, form: 'line', colour: '--map-coast', width: 0.8 },
  { named: /road|^transportation$|street|rail/i, form: 'line', colour: '--map-road', width: ROAD_WIDTH },
  { named: /building/i, form: 'area', colour: '--map-building', from_zoom: 13 },
  { named: /^(places?|names)$/i, form: 'name', colour: '--map-text' },
];

/**
 * Opens the archive that this server serves. The CSRF token of the session is sent with each request. Throws if the
 * archive cannot be read.
 */
export async function openBaseMap(csrf: string): Promise<BaseMap> {
  const url = `${location.origin}/portal/base-map`;
  const archive = new PMTiles(new FetchSource(url, new Headers({ 'x-csrf-token': csrf })));
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()]);
  // With its metadata the protocol reports the attribution, which the map shows.
  const protocol = new Protocol({ metadata: true });
  protocol.add(archive);
  addProtocol('pmtiles', protocol.tile);
  if (header.tileType !== TileType.Mvt)
    return {
      source: { type: 'raster', url: `pmtiles://${url}`, tileSize: 256 },
      layers: () => [{ id: `${ID}-raster`, type: 'raster', source: ID }],
    };
  const names = ((metadata as { vector_layers?: { id: string }[] }).vector_layers ?? []).map(({ id }) => id);
  return {
    source: { type: 'vector', url: `pmtiles://${url}` },
    layers: () =>
      STYLES.flatMap((style, i) =>
        names
          .filter((name) => style.named.test(name))
          .map((name) => layerOf(style, `${ID}-${i}-${name}`, name)),
      ),
  };
}

const GEOMETRY = { area: 'Polygon', line: 'LineString', name: 'Point' };

function layerOf(style: Style, id: string, name: string): LayerSpecification {
  const form: FilterSpecification = ['==', ['geometry-type'], GEOMETRY[style.form]];
  const from = {
    id,
    source: ID,
    'source-layer': name,
    minzoom: style.from_zoom ?? 0,
    filter: style.only ? (['all', form, style.only] as FilterSpecification) : form,
  };
  const own = colour(style.colour);
  if (style.form === 'area') return { ...from, type: 'fill', paint: { 'fill-color': own } };
  if (style.form === 'line')
    return { ...from, type: 'line', paint: { 'line-color': own, 'line-width': style.width ?? 1 } };
  return {
    ...from,
    type: 'symbol',
    layout: {
      'text-field': ['coalesce', ['get', 'name'], ['get', 'name1'], ''],
      'text-font': ['sans-serif'],
      'text-size': 12,
    },
    paint: { 'text-color': own, 'text-halo-color': colour('--paper'), 'text-halo-width': 1.4 },
  };
}
