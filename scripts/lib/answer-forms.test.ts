import { expect, it } from 'vitest';
import { readContract } from '../bundle.ts';
import { answerSchema, withForms } from './answer-forms.ts';
import { endpoints } from './contract.ts';
import { madeUpContract } from './made-up-contract.ts';

const FORMS = {
  quote: { parameter: { name: 'quote' }, schema: { $ref: '#/components/schemas/Quote' } },
  licensed: {
    parameter: { name: 'exclude_licences' },
    schema: { $ref: '#/components/schemas/LicensedAnswer' },
  },
  lean: { parameter: { name: 'meta' }, schema: { $ref: '#/components/schemas/LeanAnswer' } },
};

it('adds quote and exclude_licences to billable operations and the lean form to all, and still finds the answer schema', () => {
  for (const { operation } of endpoints(withForms(madeUpContract(), FORMS))) {
    const forms = operation['x-credits'] > 0 ? Object.values(FORMS) : [FORMS.lean];
    const asked = forms.map(({ parameter }) => parameter.name);
    const names = (operation.parameters ?? []).map(({ name }) => name);
    expect(names.slice(-asked.length), operation.operationId).toEqual(asked);
    expect(names.filter((name) => name in { quote: 0, exclude_licences: 0, meta: 0 })).toEqual(asked);
    const answer = operation.responses['200']!.content!['application/json']!.schema;
    expect((answer.anyOf as object[]).slice(1)).toEqual(forms.map(({ schema }) => schema));
    expect(answerSchema(answer)).toEqual({ $ref: '#/components/schemas/Boat' });
  }
});

it('adds quote to the contract with references and to the one without', async () => {
  for (const contract of Object.values(await readContract())) {
    const billable = endpoints(contract).filter(({ operation }) => operation['x-credits'] > 0);
    expect(billable.length).toBeGreaterThan(20);
    for (const { operation } of billable) {
      const names = operation.parameters!.map((p) => p.$ref?.split('/').at(-1) ?? p.name);
      expect(
        names.some((name) => /^quote(form)?$/i.test(name)),
        operation.operationId,
      ).toBe(true);
    }
  }
});
