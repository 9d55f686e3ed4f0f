import type { Request } from 'express';

/** Media types of the forms of an answer, by the values of `format`. */
export const FORM_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type Form = keyof typeof FORM_TYPES;

/** The form that the Accept header prefers; the first of `forms` if it prefers none. */
export function formAccepted<F extends Form>(req: Request, forms: readonly F[]): F {
  const accepted = req.accepts(forms.map((form) => FORM_TYPES[form]));
  return forms.find((form) => FORM_TYPES[form] === accepted) ?? forms[0]!;
}
