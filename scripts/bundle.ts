import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { type Contract, type GeneratedFile, root } from './lib/contract.ts';
import { withQuotes } from './lib/quotes.ts';

/** Reads openapi/ and returns the whole contract, once with references and once without. */
export async function readContract(): Promise<{ plain: Contract; dereferenced: Contract }> {
  const config = await createConfig({});
  const ref = join(root, 'openapi/openapi.yaml');
  const plain = await bundle({ ref, config });
  const dereferenced = await bundle({ ref, config, dereference: true });
  const problems = [...plain.problems, ...dereferenced.problems].filter((p) => p.severity === 'error');
  if (problems.length) throw new Error(problems.map((p) => p.message).join('\n'));
  const references = {
    parameter: { $ref: '#/components/parameters/Quote' },
    schema: { $ref: '#/components/schemas/Quote' },
  };
  const whole = dereferenced.bundle.parsed as Contract;
  const { Quote: schema } = whole.components.schemas;
  const { Quote: parameter } = whole.components.parameters as Record<string, object>;
  return {
    plain: withQuotes(plain.bundle.parsed as Contract, references),
    dereferenced: withQuotes(whole, { parameter: parameter!, schema: schema! }),
  };
}

/** The whole contract in one document, which the server serves and answers are judged by. */
export function bundleFiles(plain: Contract): GeneratedFile[] {
  return [{ path: 'packages/contract/generated/openapi.json', text: `${JSON.stringify(plain, null, 2)}\n` }];
}
