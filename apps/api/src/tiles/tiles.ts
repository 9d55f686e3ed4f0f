import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Db } from '@domesday/db';
import express, { type Router } from 'express';
import { dayOf } from '../accounts/month.ts';
import { authenticate } from '../http/authenticate.ts';
import { notFound } from '../http/errors.ts';
import { localsOf } from '../http/locals.ts';
import { chooseSource } from '../http/meta/choose-source.ts';
import { licencesHeader, noticesOf } from '../http/meta/licences.ts';
import type { LoadedData } from '../http/meta/meta.ts';
import { only } from '../http/operations.ts';
import { takeSlot } from '../http/overload.ts';
import { limitMap } from '../http/rate-limit.ts';
import { isKnown } from '../http/sending/static-answer.ts';
import type { Services } from '../http/services.ts';
import { encode } from './encode.ts';
import { type Layer, layers } from './layers.ts';
import { boundsOf, overlapsBritain, type Tile } from './tile.ts';

const DEEPEST = 18;
const TYPE = 'application/vnd.mapbox-vector-tile';
/** Increase it if the same data is drawn differently from now on. */
const EDITION = 2;

/** The loaded data as vector tiles, free for every caller with a key or a session. */
export function tiles(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const steps = [authenticate(services, 'tiles.get'), takeSlot(services), chooseSource(services)];
  const route = router.route('/tiles/:layer/:z/:x/:y.mvt').all(only('GET', 'HEAD'), ...steps);
  route.get(async (req, res) => {
    const layer = Object.hasOwn(layers, req.params.layer) ? layers[req.params.layer] : undefined;
    const square = squareOf(req.params.z, req.params.x, req.params.y);
    if (!layer || !square) throw notFound('unknown_path', 'There is no such layer or square.');
    await limitMap(services, localsOf(res).caller!, 'squares');
    const name = req.params.layer;
    const { db, loadedData } = localsOf(res).source!;
    const loaded = await loadedData();
    const today = dayOf(services.clock.now());
    const tag = tagOf(name, layer, loaded, today);
    const known = isKnown(req, tag);
    const tile = known ? null : await tileOf(db, today, name, layer, square);
    res.setHeader('ETag', tag);
    // A tile of the fictional country is requested anew each time, so that none is shown beside real tiles.
    res.setHeader('Cache-Control', loaded.fictional ? 'private, no-cache' : 'private, max-age=86400');
    res.setHeader('Vary', 'Accept-Encoding');
    if (known) return void res.status(304).end();
    if (!tile) return void res.status(204).end();
    const sources = layer.datasets.map((id) => loaded.source(id)).filter((source) => source !== null);
    res.set(licencesHeader(noticesOf(sources)));
    res.setHeader('Content-Type', TYPE);
    if (req.acceptsEncodings(['gzip', 'identity']) !== 'gzip') return void res.end(tile);
    res.setHeader('Content-Encoding', 'gzip');
    res.end(await promisify(gzip)(tile, { level: 4 }));
  });
  return router;
}

async function tileOf(
  db: Db,
  today: string,
  name: string,
  layer: Layer,
  square: Tile,
): Promise<Buffer | null> {
  if (square.z < layer.from_zoom || !overlapsBritain(square)) return null;
  const drawn = await layer.read(db, square, boundsOf(square), today);
  return drawn.features.length ? encode(name, drawn) : null;
}

function squareOf(...texts: string[]): Tile | null {
  if (!texts.every((text) => /^\d{1,6}$/.test(text))) return null;
  const [z, x, y] = texts.map(Number) as [number, number, number];
  return z <= DEEPEST && x < 2 ** z && y < 2 ** z ? { z, x, y } : null;
}

/**
 * The ETag changes with every load and build: medians come from builds, and loads of datasets outside the layer move
 * points and link homes. It also changes with the month for sales, which are of the years before that month, and with
 * the day for areas.
 */
function tagOf(
  name: string,
  { alike_for }: Layer,
  { fictional, generation }: LoadedData,
  today: string,
): string {
  const drawn_on = alike_for === 'day' ? today : today.slice(0, 7);
  // Loads in two databases may have the same numbers.
  const world = fictional ? 'fictional-' : '';
  // Weak, since both encodings share it.
  return `W/"${EDITION}-${world}${name}-${generation.replace(' ', '.')}-${drawn_on}"`;
}
