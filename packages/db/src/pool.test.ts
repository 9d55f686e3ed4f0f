import { emptyDatabase } from '@domesday/testing';
import { expect, it } from 'vitest';

it('reads bigints exactly or not at all, alone and in arrays', async () => {
  const database = await emptyDatabase();
  const read = async (value: string) => (await database.db.query(`select ${value} as it`)).rows[0].it;
  try {
    expect(await read('9007199254740991::bigint')).toBe(9007199254740991);
    expect(await read("'{9007199254740991,null}'::bigint[]")).toEqual([9007199254740991, null]);
    await expect(read('9007199254740993::bigint')).rejects.toThrow('loses digits');
    await expect(read("'{1,9007199254740993}'::bigint[]")).rejects.toThrow('loses digits');
  } finally {
    await database.drop();
  }
});
