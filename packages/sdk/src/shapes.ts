// Imported by path, so that the build includes the types: the published client needs no package of ours.
import type { components, operations } from '../../contract/generated/types.ts';

/** Name of an operation, such as `addresses.search`. */
export type OperationId = keyof operations;

/** A schema of the contract by name, such as `Schema<'Property'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Placed<Id extends OperationId, Place extends 'path' | 'query'> = operations[Id] extends {
  parameters: { [P in Place]?: infer Values };
}
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : NonNullable<Values>
  : unknown;

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Values } };
}
  ? Values
  : unknown;

interface Feature<Geometry> {
  type: 'Feature';
  geometry: Geometry;
  properties?: object | null;
}

/** A GeoJSON geometry, a Feature of it, or a FeatureCollection of one. */
export type Outline<Geometry> =
  | Geometry
  | Feature<NonNullable<Geometry>>
  | { type: 'FeatureCollection'; features: Feature<NonNullable<Geometry>>[] };

/** An optional value may also be undefined, for programs compiled with exactOptionalPropertyTypes. */
type UndefinedIfOptional<Values, Name extends keyof Values> =
  Record<never, never> extends Pick<Values, Name> ? undefined : never;

/** The same for each object in a list, such as a unit of a scheme. */
type GivenWithin<Value> = Value extends readonly (infer Item extends object)[]
  ? { [Name in keyof Item]: Item[Name] | UndefinedIfOptional<Item, Name> }[]
  : Value;

/** A UPRN is returned as a number and accepted as a number or as text. */
type Given<Values> = {
  [Name in keyof Values as Name extends 'meta' ? never : Name]:
    | GivenWithin<Values[Name]>
    | (Name extends 'uprn' ? number : never)
    | UndefinedIfOptional<Values, Name>;
};

/** Path, query and body of an operation as one flat object, with the types of the contract. */
export type WireArgumentsOf<Id extends OperationId> = Given<
  Placed<Id, 'path'> & Placed<Id, 'query'> & Body<Id>
>;

/** A polygon is accepted in the forms that programs commonly write. */
type Outlined<Values> = {
  [Name in keyof Values]: Name extends 'polygon' ? Outline<Values[Name]> : Values[Name];
};

/** Path, query and body of an operation as one flat object. */
export type ArgumentsOf<Id extends OperationId> = Outlined<WireArgumentsOf<Id>>;

/** An area of a job. */
export type JobArea = Outlined<Schema<'JobArea'>>;

type Content<Id extends OperationId> = operations[Id] extends { responses: { 200: { content: infer Types } } }
  ? Types
  : never;

type Json<Id extends OperationId> = Content<Id> extends { 'application/json': infer Body } ? Body : never;

/** Every body that an operation may send with a 200. */
export type ReceivedOf<Id extends OperationId> = Content<Id>[keyof Content<Id>];

/** Answer to a call with `quote: true`: whether there would be an answer, and its price. */
export type Quote = Schema<'Quote'>;

/** JSON body of the 200 answer of an operation. */
export type AnswerOf<Id extends OperationId> = Exclude<
  Json<Id>,
  Quote | Schema<'LeanAnswer'> | Schema<'LicensedAnswer'>
>;

/** A value of which any part may be missing. */
type Without<Value> = Value extends readonly (infer Item)[]
  ? Without<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Without<Value[Name]> | null }
    : Value;

/** Answer to a call with `exclude_licences`: every value that depends on the excluded terms is null. */
export type LicensedOf<Id extends OperationId> = {
  [Name in keyof AnswerOf<Id>]: Name extends 'uprn' | 'meta'
    ? AnswerOf<Id>[Name]
    : Without<AnswerOf<Id>[Name]> | null;
} & Pick<Schema<'LicensedAnswer'>, 'excluded_licences' | 'rows_left_out'>;

/** The quote of an operation that costs credits; never for a free one. */
export type QuoteOf<Id extends OperationId> = Extract<Json<Id>, Quote>;

/** Media types other than JSON that an operation can answer with, such as `text/csv`. */
export type OtherTypesOf<Id extends OperationId> = Exclude<keyof Content<Id>, 'application/json'>;

type Statuses = { [Id in OperationId]: keyof operations[Id]['responses'] }[OperationId];

/** HTTP statuses with which an input of a batch or a job may be refused. */
export type RefusedStatus = Exclude<Statuses, 200 | 201 | 202 | 204 | 304>;
