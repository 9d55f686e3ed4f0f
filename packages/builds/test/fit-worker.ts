import { serveFits } from '../valuation-build/index.ts';

await serveFits(process.env.DATABASE_URL!, process.argv[2]!);
