import { createInterface } from 'node:readline';
import express from 'express';

// The baseline: Express that parses each line of a body and sends it back as an answer, and nothing else.
const app = express();
app.post('/v1/batch', async (req, res) => {
  res.setHeader('Content-Type', 'application/x-ndjson');
  let index = 0;
  let text = '';
  const send = async () => {
    const sent = res.write(text);
    text = '';
    if (!sent) await new Promise((done) => res.once('drain', done));
  };
  for await (const line of createInterface({ input: req })) {
    text += `${JSON.stringify({ index: index++, status: 200, credits: 1, body: JSON.parse(line) })}\n`;
    if (index % 50 === 0) await send();
  }
  res.end(text);
});
app.get('/ready', (_req, res) => void res.end());
app.listen(Number(process.env.PORT), '127.0.0.1');
