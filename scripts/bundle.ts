import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { type Form, withForms } from './lib/answer-forms.ts';
import { type Contract, type GeneratedFile, root } from './lib/contract.ts';
import { withFieldDatasets } from './lib/field-datasets.ts';
import { withFiles } from './lib/files.ts';
import { type Part, withIdempotencyKeys, withSent } from './lib/sent.ts';

/** Reads openapi/ and returns the whole contract, once with references and once without. */
export async function readContract(): Promise<{ plain: Contract; dereferenced: Contract }> {
  const config = await createConfig({});
  const ref = join(root, 'openapi/openapi.yaml');
  const plain = await bundle({ ref, config });
  const dereferenced = await bundle({ ref, config, dereference: true });
  const problems = [...plain.problems, ...dereferenced.problems].filter((p) => p.severity === 'error');
  if (problems.length) throw new Error(problems.map((p) => p.message).join('\n'));
  const whole = dereferenced.bundle.parsed as Contract;
  const parameters = whole.components.parameters as Record<string, object>;
  const reference = (parameter: string, schema: string) => ({
    parameter: { $ref: `#/components/parameters/${parameter}` },
    schema: { $ref: `#/components/schemas/${schema}` },
  });
  const inlined = (parameter: string, schema: string) => ({
    parameter: parameters[parameter]!,
    schema: whole.components.schemas[schema]!,
  });
  const referred: Part = (kind, name) => ({ $ref: `#/components/${kind}/${name}` });
  const held: Part = (kind, name) => (whole.components[kind] as Record<string, object>)[name]!;
  return {
    plain: withIdempotencyKeys(withSent(completed(plain.bundle.parsed as Contract, reference), referred)),
    dereferenced: withSent(completed(whole, inlined), held),
  };
}

/** Adds to each operation the parts that follow from its kind, so that no operation can lack them. */
function completed(contract: Contract, form: (parameter: string, schema: string) => Form): Contract {
  return withForms(withFiles(withFieldDatasets(contract)), {
    quote: form('QuoteForm', 'Quote'),
    licensed: form('ExcludeLicences', 'LicensedAnswer'),
    lean: form('MetaForm', 'LeanAnswer'),
  });
}

/** The whole contract in one document, which the server serves and answers are checked against. */
export function bundleFiles(plain: Contract): GeneratedFile[] {
  return [{ path: 'packages/contract/generated/openapi.json', text: `${JSON.stringify(plain, null, 2)}\n` }];
}
