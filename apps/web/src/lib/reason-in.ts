import { isReason } from './words.ts';

/** An answer whose warnings name its missing values. */
export interface Cautioned {
  meta: { warnings: { code: string; field: string | null; message: string }[] };
}

/**
 * The reason why a value is null, from the warning for the field or for an object that contains it; null if there is
 * none.
 */
export function reasonIn({ meta }: Cautioned, field: string): string | null {
  for (let name = field; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const caution = meta.warnings.find((one) => one.field === name && isReason(one.code));
    if (caution) return caution.message;
  }
  return null;
}
