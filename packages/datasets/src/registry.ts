import type { DatasetModule } from '../pipeline/types.ts';
import { pricePaid } from '../price-paid/index.ts';

/** Every dataset that can be loaded, by its identifier. */
export const registry: Partial<Record<string, DatasetModule>> = {
  'price-paid': pricePaid,
};
