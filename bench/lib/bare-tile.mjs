import { randomBytes } from 'node:crypto';
import express from 'express';

// The baseline of the tiles: Express that answers every request with the same bytes, and nothing else.
const tile = randomBytes(Number(process.env.TILE_BYTES));
const app = express();
app.use((_req, res) => {
  res.setHeader('Content-Type', 'application/vnd.mapbox-vector-tile');
  res.end(tile);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
