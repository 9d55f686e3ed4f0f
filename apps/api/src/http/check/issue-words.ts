import type { JsonSchema } from './operation-schema.ts';

/** Describes what is wrong with a value, from the keyword and the schema that it failed. */
export function issueWords(keyword: string, schema: JsonSchema = {}, message = 'is not allowed'): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${(schema.enum ?? []).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(schema.const)}`;
    case 'pattern':
      return schema['x-pattern-words'] ? `must be ${schema['x-pattern-words']}` : 'has the wrong form';
    case 'format':
      return schema.format === 'date' ? 'must be a day such as 2026-01-31' : `must be a ${schema.format}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${range(schema.minLength, schema.maxLength)} characters`;
    case 'minItems':
    case 'maxItems':
      return `must hold ${range(schema.minItems, schema.maxItems)} values`;
    case 'uniqueItems':
      return 'must not hold a value twice';
    case 'minimum':
    case 'maximum':
    case 'type':
      return `must be ${typeWords(schema)}`;
    default:
      return message;
  }
}

function typeWords(schema: JsonSchema): string {
  const types = [schema.type ?? []].flat();
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  return types.map((type) => oneTypeWords(type, schema)).join(' or ') || 'of another type';
}

function oneTypeWords(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
      return within('a whole number', schema);
    case 'number':
      return within('a number', schema);
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'string':
      return 'text';
    default:
      return type;
  }
}

function within(what: string, { minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${what}, ${minimum} or more`;
  return maximum === undefined ? what : `${what}, ${maximum} or less`;
}

function range(least?: number, most?: number): string {
  if (least !== undefined && most !== undefined) return least === most ? `${least}` : `${least} to ${most}`;
  return least === undefined ? `at most ${most}` : `at least ${least}`;
}
