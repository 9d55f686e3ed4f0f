import { DATED_NUMBER } from '@domesday/addresses';
import { type DbClient, readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, DatasetModule } from './types.ts';

/**
 * Warns of addresses in an operator's own table in which a spreadsheet turned a number into a date, such as 02-Jan for
 * flat 2/1 or for 1-2. Such homes are not found. One sequential read of staging.
 */
export async function datedNumbers(
  client: DbClient,
  { takesMapping, staging }: Pick<DatasetModule, 'takesMapping' | 'staging'>,
  table: string,
): Promise<Check[]> {
  if (!takesMapping || !staging.some(({ name }) => name === 'address')) return [];
  const { n, found } = await readWorkingRow(
    client,
    { n: 'int8', found: 'text?' },
    `select count(*) as n, min(trim(substring(address from '(?i)${DATED_NUMBER}'), E', \n\t')) as found
       from ${table} where (address like '%-%' or address like '%/%') and address ~* '${DATED_NUMBER}'`,
  );
  if (n === 0) return [];
  const detail = `The address of ${counted(n, 'row')} has a date, such as "${found}", where a number may have stood that a spreadsheet changed: such homes are not found. Set the columns of the address to text, and save the table again.`;
  return [{ name: 'dated_numbers', status: 'warn', detail }];
}
