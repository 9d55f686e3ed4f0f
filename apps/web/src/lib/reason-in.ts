import { isReason } from './words.ts';

/** An answer whose cautions name the values that it lacks. */
export interface Cautioned {
  meta: { warnings: { code: string; field: string | null; message: string }[] };
}

/** Why a value of an answer is null: by its own name, or by that of what it is part of. Null where no caution tells. */
export function reasonIn({ meta }: Cautioned, field: string): string | null {
  for (let name = field; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const caution = meta.warnings.find((one) => one.field === name && isReason(one.code));
    if (caution) return caution.message;
  }
  return null;
}
