import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMatchMapping } from './mapping.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(folder, 'mapping.yaml');
  await writeFile(path, text);
  return readMatchMapping(path);
}

describe('the mapping file for a table of addresses', () => {
  it.each([
    ['one column', 'address: Where', { address: ['Where'], postcode: null }],
    [
      'several columns and a postcode',
      'address: [Line 1, Town]\npostcode: PC',
      { address: ['Line 1', 'Town'], postcode: 'PC' },
    ],
    [
      'its columns under a key of their own, beside the delimiter',
      'delimiter: ";"\ncolumns:\n  address: Where\n  postcode: PC',
      { address: ['Where'], postcode: 'PC', delimiter: ';' },
    ],
    ['JSON', '{"address":"Where","postcode":null}', { address: ['Where'], postcode: null }],
  ])('is read if it names %s', async (_, text, mapping) => {
    expect(await read(text)).toEqual(mapping);
  });

  it.each([
    [
      'another field',
      'address: Where\nuprn: U',
      'names the field "uprn". There are: address, postcode, delimiter.',
    ],
    ['no address', 'postcode: PC', 'must say which column, or list of columns, holds the address'],
    ['an empty list', 'address: []', 'must say which column, or list of columns, holds the address'],
    [
      'a number for a column',
      'address: [Where, 5]',
      'must say which column, or list of columns, holds the address',
    ],
    [
      'a list for the postcode',
      'address: Where\npostcode: [P, C]',
      '"postcode" must be the name of a column',
    ],
    ['no name for the postcode', 'address: Where\npostcode: ""', '"postcode" must be the name of a column'],
    [
      'two characters for the delimiter',
      'address: Where\ndelimiter: "||"',
      'delimiter in the mapping file must be one',
    ],
    ['a list alone', '- address', 'must be a list of `field: column name`'],
    ['text that is not YAML', 'address: [Where', 'is not YAML'],
  ])('is refused with an explanation if it has %s', async (_, text, words) => {
    await expect(read(text)).rejects.toThrow(words);
  });

  it('is reported as unreadable if it does not exist', async () => {
    await expect(readMatchMapping(join(folder, 'none.yaml'))).rejects.toThrow(
      'The mapping file cannot be read: ',
    );
  });
});
