import { type Contract, endpoints, type Parameter, type Schema } from './contract.ts';

/**
 * Gives every operation that costs credits the parameter `quote`, and its 200 the quote beside the answer: one
 * rule for all, so that none can be without. `quote` is the parameter and the schema, or references to them.
 */
export function withQuotes(contract: Contract, quote: { parameter: object; schema: Schema }): Contract {
  for (const { operation } of endpoints(contract)) {
    if (operation['x-credits'] === 0) continue;
    operation.parameters = [...(operation.parameters ?? []), quote.parameter as Parameter];
    const ok = operation.responses['200'];
    const body = ok?.content?.['application/json'];
    if (!ok || !body) continue;
    // Copies, since two methods of one path may share an answer.
    const schema: Schema = { anyOf: [body.schema, quote.schema] };
    const content = { ...ok.content, 'application/json': { ...body, schema } };
    operation.responses = { ...operation.responses, '200': { ...ok, content } };
  }
  return contract;
}

/** The schema of the answer itself, without the quote that may stand in its place. */
export function answerSchema(schema: Schema): Schema {
  const [answer, quote] = (schema.anyOf as Schema[] | undefined) ?? [];
  return answer && quote?.$ref === '#/components/schemas/Quote' ? answer : schema;
}
