declare module 'virtual:prices' {
  const prices: Record<string, number>;
  export default prices;
}

declare module 'virtual:reference' {
  import type { EntryOfReference, OperationOfReference } from '../build/reference.ts';
  export const entries: EntryOfReference[];
  export const load: Record<string, () => Promise<{ default: OperationOfReference }>>;
}

declare module 'virtual:guides' {
  export const guides: { name: string; title: string }[];
  export const load: Record<string, () => Promise<{ default: string }>>;
}
