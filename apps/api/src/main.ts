import { readConfig } from './config.ts';
import { startApi } from './server.ts';

const api = await startApi(readConfig(process.env));
process.send?.({ ready: api.url });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void api.close().then(() => process.exit(0)));
}
