import { startEmbedded } from '@domesday/db';

/** Runs a PostgreSQL in the given folder until standard input ends; prints its address. */
const server = await startEmbedded({ folder: process.argv[2]!, settings: { shared_buffers: '32MB' } });
console.log(server.url);
process.stdin.resume().on('end', async () => {
  await server.stop();
  process.exit(0);
});
