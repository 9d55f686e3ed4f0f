// Exits with 0 if the server of this container answers: on HEALTH_PORT, else on the port of the API.
const port = process.env.HEALTH_PORT || process.env.API_PORT || 8080;
const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) }).catch(
  () => null,
);
process.exit(response?.ok ? 0 : 1);
