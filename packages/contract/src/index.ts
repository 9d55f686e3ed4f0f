import type { OperationId } from '../generated/operations.ts';
import type { components, operations } from '../generated/types.ts';

export { type OperationEntry, type OperationId, operationTable } from '../generated/operations.ts';
export { propertyFields } from '../generated/property-fields.ts';
export type { components, operations, paths } from '../generated/types.ts';

export { isNumberText } from './number-text.ts';

/** A schema of the contract by name, such as `Schema<'Meta'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Parameters<
  Id extends OperationId,
  Place extends 'path' | 'query',
> = Place extends keyof operations[Id]['parameters']
  ? Exclude<operations[Id]['parameters'][Place], undefined> extends never
    ? Record<never, never>
    : Exclude<operations[Id]['parameters'][Place], undefined>
  : Record<never, never>;

/** Path parameters, query and JSON body of an operation, as validated and coerced. */
export interface RequestOf<Id extends OperationId> {
  path: Parameters<Id, 'path'>;
  query: Parameters<Id, 'query'>;
  body: operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : undefined;
}

/**
 * JSON body of the 200 answer of an operation, without the forms that may be requested instead: a quote, the lean
 * answer or one without what is under some licences.
 */
export type ResponseOf<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Exclude<Body, Schema<'Quote'> | Schema<'LeanAnswer'> | Schema<'LicensedAnswer'>>
  : never;
