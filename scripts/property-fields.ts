import { banner, type Contract, type GeneratedFile } from './lib/contract.ts';

/** Fields that a caller cannot choose: they are always present, or present if `include` names them. */
const NOT_CHOSEN = new Set(['uprn', 'meta', 'transactions', 'provenance']);

/** The fields of the property record in the order of the contract, each with the dataset that has the column. */
export function propertyFieldFiles(contract: Contract): GeneratedFile[] {
  const fields = Object.entries(contract.components.schemas.Property?.properties ?? {})
    .filter(([name]) => !NOT_CHOSEN.has(name))
    .map(([name, schema]) => `  ${name}: ${JSON.stringify(schema['x-dataset'] ?? null)},`);
  const text = `${banner('property-fields.ts')}
/** Fields of the property record: the dataset whose column the field is, or null where code reads it. */
export const propertyFields = {
${fields.join('\n')}
} as const;
`;
  return [{ path: 'packages/contract/generated/property-fields.ts', text }];
}
