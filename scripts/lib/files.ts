import {
  type Contract,
  everyEndpoint,
  type Operation,
  type Parameter,
  referred,
  type Schema,
} from './contract.ts';

const PARQUET = {
  'application/vnd.apache.parquet': {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'The rows as Parquet, as GeoParquet 1.1 where they have positions.',
    },
  },
};
const HEADERS = [
  'X-Total-Count',
  'X-Unplaced-Count',
  'X-Left-Out-Count',
  'X-Next-Cursor',
  'X-Licences',
  'X-Excluded-Licences',
  'X-Warnings',
  'Link',
];

/**
 * Gives every operation whose answer has a list, which `x-rows` names, the parameter `format`, and its 200 the list as
 * a file: CSV, Parquet and, where rows have positions, GeoJSON.
 */
export function withFiles(contract: Contract): Contract {
  const headers = contract.components.headers as Record<string, object>;
  const { schemas } = contract.components;
  const whole = (schema: Schema): Schema => {
    const [first] = (schema.anyOf as Schema[] | undefined) ?? [];
    if (first) return whole(first);
    return schema.$ref ? whole(referred(contract, schema)) : schema;
  };
  for (const { operation } of everyEndpoint(contract)) {
    const name = operation['x-rows'];
    const ok = operation.responses['200'];
    if (name === undefined || !ok?.content) continue;
    const rows = whole(whole(ok.content['application/json']!.schema).properties![name]!);
    const placed = whole(rows.items!).properties!.latitude !== undefined;
    operation.parameters = [...(operation.parameters ?? []), formatOf(placed)];
    const content = {
      ...ok.content,
      'text/csv': ok.content['text/csv'] ?? {
        schema: { type: 'string', description: 'One line for each row, with a column for each value.' },
      },
      ...(placed && {
        'application/geo+json': ok.content['application/geo+json'] ?? {
          schema: featuresOf(operation, schemas),
        },
      }),
      ...PARQUET,
    };
    const told = Object.fromEntries(HEADERS.map((header) => [header, headers[header]]));
    operation.responses = {
      ...operation.responses,
      '200': { ...ok, headers: { ...told, ...(ok as { headers?: object }).headers }, content } as typeof ok,
    };
  }
  return contract;
}

const formatOf = (placed: boolean): Parameter => ({
  name: 'format',
  in: 'query',
  description: 'Form of the answer; without it the one that `Accept` prefers.',
  schema: {
    type: 'string',
    enum: ['json', 'csv', ...(placed ? ['geojson'] : []), 'parquet'],
    default: 'json',
  },
});

/** A reference where the contract has references, else the schema itself. */
function featuresOf({ responses }: Operation, schemas: Record<string, Schema>): Schema {
  const refers = JSON.stringify(responses['200']).includes('"$ref"');
  return refers ? { $ref: '#/components/schemas/Features' } : schemas.Features!;
}
