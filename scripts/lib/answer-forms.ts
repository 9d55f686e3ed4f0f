import { type Contract, endpoints, type Operation, type Parameter, type Schema } from './contract.ts';

/** A parameter that requests another form of the answer, and the schema of that form. */
export interface Form {
  parameter: object;
  schema: Schema;
}

/**
 * The other forms of an answer. Operations that cost credits have the quote and, with `exclude_licences`, the answer
 * with nulls; every operation has the lean answer, with `meta`.
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
  // Copies the answer, since two methods of one path may share it.
  const forms = (body.schema.anyOf as Schema[] | undefined) ?? [body.schema];
  const content = { ...ok.content, 'application/json': { ...body, schema: { anyOf: [...forms, schema] } } };
  operation.responses = { ...operation.responses, '200': { ...ok, content } };
}

const FORMS = new Set(
  ['Quote', 'LeanAnswer', 'LicensedAnswer'].map((name) => `#/components/schemas/${name}`),
);

/** The schema of the answer itself, without its other forms. */
export function answerSchema(schema: Schema): Schema {
  const [answer, ...others] = (schema.anyOf as Schema[] | undefined) ?? [];
  return answer && others.every(({ $ref }) => FORMS.has($ref ?? '')) ? answer : schema;
}
