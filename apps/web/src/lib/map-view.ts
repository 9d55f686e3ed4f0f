import {
  AJAXError,
  AttributionControl,
  type ExpressionSpecification,
  type LayerSpecification,
  type MapGeoJSONFeature,
  Map as MapLibre,
  Marker,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import fictionUrl from '../../.coast/fiction.json?url';
import islesUrl from '../../.coast/isles.json?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { ended } from './api.ts';
import type { BaseMap } from './base-map.ts';
import { colour, darkScreen, markScheme } from './colour.ts';
import { deepestOf, MEDIAN_TEXT, PRICE_CLASSES, SHOWN } from './map-layers.ts';
import { MissingPart } from './part.ts';

export interface Drawing {
  host: HTMLElement;
  centre: [lng: number, lat: number];
  zoom: number;
  layers: readonly string[];
  csrf: string;
  fictional: boolean;
  base: BaseMap | null;
  onPick?: (features: Picked[]) => void;
  /** Called if a part of the map could not be fetched and stays blank. */
  onTrouble?: (error: Error) => void;
}

export interface Picked {
  layer: string;
  properties: Record<string, string | number>;
}

export interface Drawn {
  map: MapLibre;
  show(layer: string, shown: boolean): void;
  mark(pins: { lng: number; lat: number; text: string }[]): void;
  /** Layers with a visible tile that leaves out some of its features. */
  leftOut(): string[];
  close(): void;
}

setWorkerUrl(new URL(workerUrl, location.href).href);

/** Sources that are drawn under the loaded data and ignored by clicks. */
const GROUND = ['isles', 'base', 'fiction'];

/** Draws the coast and the layers of the loaded data; everything comes from this server. */
export function drawMap(drawing: Drawing): Drawn {
  const { host, centre, zoom, csrf, onPick, onTrouble } = drawing;
  const map = new MapLibre({
    container: host,
    center: centre,
    zoom,
    minZoom: 4,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    // Without it the map is blank on paper.
    canvasContextAttributes: { preserveDrawingBuffer: true },
    // If the map is a part of a page, the wheel and one finger must scroll the page instead of moving the map.
    cooperativeGestures: !onPick,
    transformRequest: (url) =>
      url.includes('/v1/tiles/') ? { url, headers: { 'x-csrf-token': csrf } } : { url },
    style: styleOf(drawing),
  });
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left');
  map.addControl(new AttributionControl({ compact: true, customAttribution: 'Outlines: Natural Earth' }));
  map.on('error', ({ error }) => {
    if (error instanceof AJAXError) onTrouble?.(troubleOf(error.status));
    else if (/^Worker failed/.test(error.message)) onTrouble?.(new MissingPart());
    else console.error(error);
  });
  map.touchZoomRotate.disableRotation();
  map
    .getCanvas()
    .setAttribute(
      'aria-label',
      `Map; the arrow keys move it, plus and minus zoom${onPick ? ', Enter tells what lies in the middle' : ''}`,
    );
  if (onPick) {
    const pick = (point: { x: number; y: number }): void => {
      const near = map.queryRenderedFeatures([
        [point.x - 4, point.y - 4],
        [point.x + 4, point.y + 4],
      ]);
      onPick(near.filter(({ source }) => !GROUND.includes(source)).map(pickedOf));
    };
    map.on('click', ({ point }) => pick(point));
    map.getCanvas().addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') pick(map.project(map.getCenter()));
    });
  }
  // Layers can be switched only once the style is loaded, so switches are stored.
  const switched = new Map<string, boolean>();
  let styled = false;
  const show = (layer: string, shown: boolean): void => {
    for (const { id } of map.getStyle().layers)
      if (id.startsWith(`${layer}-`)) map.setLayoutProperty(id, 'visibility', shown ? 'visible' : 'none');
  };
  const showSwitched = (): void => {
    for (const [layer, shown] of switched) show(layer, shown);
  };
  map.once('style.load', () => {
    styled = true;
    showSwitched();
  });
  const dark = darkScreen();
  const recolour = (): void => {
    // The print style turns the colours of a dark screen round.
    if (matchMedia('print').matches) return;
    map.setStyle(styleOf(drawing));
    showSwitched();
    markScheme(host);
  };
  dark.addEventListener('change', recolour);
  let markers: Marker[] = [];
  return {
    map,
    show: (layer, shown) => {
      switched.set(layer, shown);
      if (styled) show(layer, shown);
    },
    mark: (pins) => {
      for (const marker of markers) marker.remove();
      markers = pins.map(({ lng, lat, text }, i) => {
        const element = document.createElement('div');
        element.className = i === 0 ? 'pin own' : 'pin';
        element.title = text;
        return new Marker({ element }).setLngLat([lng, lat]).addTo(map);
      });
    },
    leftOut: () =>
      SHOWN.map(({ id }) => id).filter(
        (id) => map.querySourceFeatures(id, { sourceLayer: 'left_out' }).length > 0,
      ),
    close: () => {
      dark.removeEventListener('change', recolour);
      map.remove();
    },
  };
}

const styleOf = (drawing: Drawing): StyleSpecification => ({
  version: 8,
  sources: sourcesOf(drawing),
  layers: layersOf(drawing),
});

/**
 * The error for tiles that could not be fetched: the session has ended, the server is unreachable (status 0) or
 * overloaded.
 */
function troubleOf(status: number): Error {
  if (status === 401) return ended();
  return status === 0
    ? new TypeError()
    : new Error('A part of the map is missing: the server cannot send it now.');
}

function pickedOf(feature: MapGeoJSONFeature): Picked {
  return { layer: feature.sourceLayer ?? '', properties: feature.properties };
}

function sourcesOf({ fictional, base }: Drawing) {
  const tiles = [...SHOWN, { id: 'sectors', from_zoom: 8 }].map(({ id, from_zoom }) => [
    id,
    {
      type: 'vector' as const,
      tiles: [`${location.origin}/v1/tiles/${id}/{z}/{x}/{y}.mvt`],
      minzoom: from_zoom,
      maxzoom: deepestOf(id),
    },
  ]);
  return {
    ...Object.fromEntries(tiles),
    ...(base ? { base: base.source } : {}),
    isles: { type: 'geojson' as const, data: islesUrl },
    ...(fictional ? { fiction: { type: 'geojson' as const, data: fictionUrl } } : {}),
  };
}

function layersOf({ layers, fictional, base }: Drawing): LayerSpecification[] {
  const land = (source: string): LayerSpecification[] => [
    { id: `${source}-fill`, type: 'fill', source, paint: { 'fill-color': colour('--map-land') } },
    {
      id: `${source}-line`,
      type: 'line',
      source,
      paint: { 'line-color': colour('--map-coast'), 'line-width': 1 },
    },
  ];
  const specified = [
    ...[
      priceSquares(),
      sectors(),
      areas('flood', '--map-flood', 0.45),
      areas('designations', '--series-3', 0.16),
    ].flat(),
    ...[plots(), dots('homes', '--ink', 2.5), dots('sales', '--series-2', 4)].flat(),
    ...[dots('stops', '--series-4', 3.5), dots('schools', '--series-5', 6), names('schools')].flat(),
  ] as LayerSpecification[];
  for (const layer of specified) {
    const [id] = layer.id.split('-') as [string];
    layer.layout = { ...layer.layout, visibility: layers.includes(id) ? 'visible' : 'none' } as never;
  }
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colour('--map-sea') } },
    ...land('isles'),
    ...(base?.layers() ?? []),
    // Drawn above the base map, which has sea where the fictional country lies.
    ...(fictional ? land('fiction') : []),
    ...specified,
  ];
}

/** Colour by class of median price. */
function priceColour(): ExpressionSpecification {
  const steps = PRICE_CLASSES.flatMap((pounds, i) => [pounds, colour(`--price-${i + 2}`)]);
  return ['step', ['get', 'median'], colour('--price-1'), ...steps] as unknown as ExpressionSpecification;
}

/** A dot for each grid square, as wide as the square at the current zoom. */
function priceSquares(): LayerSpecification[] {
  return [
    {
      id: 'prices-dot',
      type: 'circle',
      source: 'prices',
      'source-layer': 'prices',
      maxzoom: 15,
      paint: {
        'circle-color': priceColour(),
        'circle-opacity': 0.85,
        'circle-stroke-color': colour('--paper'),
        'circle-stroke-width': 1,
        'circle-radius': ['interpolate', ['exponential', 2], ['zoom'], 4, 4, 8, 9, 10, 12, 12, 18, 14, 40],
      },
    },
    {
      id: 'prices-text',
      type: 'symbol',
      source: 'prices',
      'source-layer': 'prices',
      minzoom: 10,
      maxzoom: 15,
      layout: {
        'text-field': MEDIAN_TEXT as ExpressionSpecification,
        'text-font': ['sans-serif'],
        'text-size': 11,
      },
      paint: {
        'text-color': colour('--map-text'),
        'text-halo-color': colour('--paper'),
        'text-halo-width': 1.2,
      },
    },
  ];
}

/** A price with the name of its sector; the text is larger for more sales. */
function sectors(): LayerSpecification[] {
  const from = { source: 'sectors', 'source-layer': 'sectors' };
  return [
    {
      id: 'sectors-dot',
      type: 'circle',
      ...from,
      paint: {
        'circle-color': priceColour(),
        'circle-opacity': 0.9,
        'circle-stroke-color': colour('--ink'),
        'circle-stroke-width': 1,
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'n']], 2, 6, 30, 14],
      },
    },
    {
      id: 'sectors-text',
      type: 'symbol',
      ...from,
      layout: {
        'text-field': ['concat', ['get', 'sector'], '\n', MEDIAN_TEXT as ExpressionSpecification],
        'text-font': ['sans-serif'],
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1],
      },
      paint: {
        'text-color': colour('--map-text'),
        'text-halo-color': colour('--paper'),
        'text-halo-width': 1.4,
      },
    },
  ];
}

function areas(id: string, name: string, opacity: number): LayerSpecification[] {
  const from = { source: id, 'source-layer': id };
  return [
    {
      id: `${id}-fill`,
      type: 'fill',
      ...from,
      paint: { 'fill-color': colour(name), 'fill-opacity': opacity },
    },
    { id: `${id}-line`, type: 'line', ...from, paint: { 'line-color': colour(name), 'line-width': 1.2 } },
  ];
}

function plots(): LayerSpecification[] {
  const from = { source: 'parcels', 'source-layer': 'parcels' };
  return [
    {
      id: 'parcels-fill',
      type: 'fill',
      ...from,
      paint: { 'fill-color': colour('--map-plot'), 'fill-opacity': 0.5 },
    },
    {
      id: 'parcels-line',
      type: 'line',
      ...from,
      paint: { 'line-color': colour('--muted'), 'line-width': 0.8 },
    },
  ];
}

function dots(id: string, name: string, radius: number): LayerSpecification[] {
  return [
    {
      id: `${id}-dot`,
      type: 'circle',
      source: id,
      'source-layer': id,
      paint: {
        'circle-color': colour(name),
        'circle-radius': radius,
        'circle-stroke-color': colour('--paper'),
        'circle-stroke-width': 1,
      },
    },
  ];
}

function names(id: string): LayerSpecification[] {
  return [
    {
      id: `${id}-text`,
      type: 'symbol',
      source: id,
      'source-layer': id,
      minzoom: 13,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': 12,
        'text-offset': [0, 1.1],
        'text-anchor': 'top',
      },
      paint: {
        'text-color': colour('--map-text'),
        'text-halo-color': colour('--paper'),
        'text-halo-width': 1.4,
      },
    },
  ];
}
