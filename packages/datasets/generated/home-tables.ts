// Generated from the folders of packages/datasets by scripts/datasets.ts. Do not edit.
import { columnsExcept } from '@domesday/db';
import { source as epcDomestic } from '../epc-domestic/source.ts';

export const homeTables = {
  'epc-domestic': { ...epcDomestic.home_table, columns: columnsExcept(epcDomestic.home_table.table, epcDomestic.home_table.not_read) },
};
