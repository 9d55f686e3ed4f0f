import { serveFits } from '../src/valuations/index.ts';

await serveFits(process.env.DATABASE_URL!, process.argv[2]!);
