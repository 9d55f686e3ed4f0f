import { type Contract, endpoints, type Operation, type Parameter, type Schema } from './contract.ts';

/** A parameter that requests something else instead of the answer, and its schema. */
export interface Form {
  parameter: object;
  schema: Schema;
}

/**
 * What may be asked for in the place of the answer: the quote and, by `exclude_licences`, the answer with nulls, of
 * what costs credits; by `meta`, the lean answer of every operation.
 */
export interface Forms {
  quote: Form;
  licensed: Form;
  lean: Form;
}

/** Gives every operation the parameters of its forms, and its 200 these forms as alternatives. */
export function withForms(contract: Contract, { quote, licensed, lean }: Forms): Contract {
  for (const { operation } of endpoints(contract)) {
    const billable = operation['x-credits'] > 0;
    for (const form of [...(billable ? [quote, licensed] : []), lean]) addForm(operation, form);
  }
  return contract;
}

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
