import express from 'express';
import pg from 'pg';

// The baseline: Express, one read by a named statement, the row as JSON, and nothing else.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const text = process.env.BENCH_SQL;
const app = express();
app.get('/v1/properties/:uprn', async (req, res) => {
  const { rows } = await pool.query({ name: 'read', text, values: [Number(req.params.uprn)] });
  res.json(rows[0]);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
