import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Router } from 'express';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Domesday API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({
  url: 'openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false,
  tryItOutEnabled: true, displayRequestDuration: true, validatorUrl: null,
});
`;

/** The contract as a page to read and to try with a key. Everything comes from this server. */
export function docsRouter(): Router {
  const router = express.Router();
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  router.get('/', (_req, res) => {
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    res.type('html').send(PAGE);
  });
  router.get('/start.js', (_req, res) => void res.type('js').send(START));
  for (const file of FILES) {
    router.get(`/${file}`, (_req, res) => res.sendFile(file, { root: folder, maxAge: '1d' }));
  }
  return router;
}
