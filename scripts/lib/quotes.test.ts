import { expect, it } from 'vitest';
import { readContract } from '../bundle.ts';
import { endpoints } from './contract.ts';
import { madeUpContract } from './made-up-contract.ts';
import { answerSchema, withLeanAnswers, withQuotes } from './quotes.ts';

it('puts the quote on what costs credits, on all of it and on nothing else', () => {
  const schema = { $ref: '#/components/schemas/Quote' };
  const contract = withQuotes(madeUpContract(), { parameter: { name: 'quote', in: 'query' }, schema });
  for (const { operation } of endpoints(contract)) {
    const takes = (operation.parameters ?? []).some((p) => p.name === 'quote');
    expect(takes, operation.operationId).toBe(operation['x-credits'] > 0);
    const answer = operation.responses['200']!.content!['application/json']!.schema;
    expect(answerSchema(answer)).toEqual({ $ref: '#/components/schemas/Boat' });
    expect(answer === answerSchema(answer)).toBe(!takes);
  }
});

it('puts the lean form on every operation, and still finds the answer itself', () => {
  const quote = { parameter: { name: 'quote' }, schema: { $ref: '#/components/schemas/Quote' } };
  const lean = { parameter: { name: 'meta' }, schema: { $ref: '#/components/schemas/LeanAnswer' } };
  for (const { operation } of endpoints(withLeanAnswers(withQuotes(madeUpContract(), quote), lean))) {
    expect(operation.parameters!.at(-1)!.name).toBe('meta');
    const answer = operation.responses['200']!.content!['application/json']!.schema;
    expect((answer.anyOf as object[]).at(-1)).toEqual(lean.schema);
    expect(answerSchema(answer)).toEqual({ $ref: '#/components/schemas/Boat' });
  }
});

it('is in the contract with references and in the one without', async () => {
  for (const contract of Object.values(await readContract())) {
    const billable = endpoints(contract).filter(({ operation }) => operation['x-credits'] > 0);
    expect(billable.length).toBeGreaterThan(20);
    for (const { operation } of billable) {
      const names = operation.parameters!.map(
        (p) => (p as { $ref?: string }).$ref?.split('/').at(-1) ?? p.name,
      );
      expect(
        names.some((name) => /^quote$/i.test(name)),
        operation.operationId,
      ).toBe(true);
    }
  }
});
