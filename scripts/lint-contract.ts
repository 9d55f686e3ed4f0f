import { catalogue } from '@domesday/datasets/catalogue';
import { readContract } from './bundle.ts';
import { lintContract } from './lib/lint.ts';

const { plain } = await readContract();
const problems = lintContract(plain, new Set(Object.keys(catalogue)));
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
