import { withSecretFiles } from '@domesday/db';
import { readConfig } from './config.ts';
import { startApi } from './server.ts';

const api = await startApi(readConfig(withSecretFiles(process.env)));

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  api.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Whoever started this process with a channel has died: nobody else would stop it.
process.on('disconnect', stop);
