import { startEmbedded } from '@domesday/db';

/** A PostgreSQL in the folder that is named, until its standard input ends; prints its address. */
const server = await startEmbedded({ folder: process.argv[2]!, settings: { shared_buffers: '32MB' } });
console.log(server.url);
process.stdin.resume().on('end', async () => {
  await server.stop();
  process.exit(0);
});
