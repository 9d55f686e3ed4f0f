import { type Contract, endpoints, type Operation, type Parameter, type Schema } from './contract.ts';

/** A parameter that requests something else instead of the answer, and its schema. */
export interface Form {
  parameter: object;
  schema: Schema;
}

/** Gives every billable operation the parameter `quote`, and its 200 the quote as an alternative. */
export function withQuotes(contract: Contract, quote: Form): Contract {
  for (const { operation } of endpoints(contract)) if (operation['x-credits'] > 0) addForm(operation, quote);
  return contract;
}

/** Gives every operation the parameter `meta`, and its 200 the lean answer as an alternative. */
export function withLeanAnswers(contract: Contract, lean: Form): Contract {
  for (const { operation } of endpoints(contract)) addForm(operation, lean);
  return contract;
}

/** Gives every billable operation the parameter `exclude_licences`, and its 200 the answer with nulls as an alternative. */
export function withLicences(contract: Contract, licensed: Form): Contract {
  for (const { operation } of endpoints(contract))
    if (operation['x-credits'] > 0) addForm(operation, licensed);
  return contract;
}

/** The same for all operations, so that none can lack it. */
function addForm(operation: Operation, { parameter, schema }: Form): void {
  operation.parameters = [...(operation.parameters ?? []), parameter as Parameter];
  const ok = operation.responses['200'];
  const body = ok?.content?.['application/json'];
  if (!ok || !body) return;
  // Copies, since two methods of one path may share an answer.
  const forms = (body.schema.anyOf as Schema[] | undefined) ?? [body.schema];
  const content = { ...ok.content, 'application/json': { ...body, schema: { anyOf: [...forms, schema] } } };
  operation.responses = { ...operation.responses, '200': { ...ok, content } };
}

const FORMS = new Set(
  ['Quote', 'LeanAnswer', 'LicensedAnswer'].map((name) => `#/components/schemas/${name}`),
);

/** The schema of the answer itself, without the forms that may stand in its place. */
export function answerSchema(schema: Schema): Schema {
  const [answer, ...others] = (schema.anyOf as Schema[] | undefined) ?? [];
  return answer && others.every(({ $ref }) => FORMS.has($ref ?? '')) ? answer : schema;
}
