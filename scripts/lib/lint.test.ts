import { expect, it } from 'vitest';
import type { Contract, Operation } from './contract.ts';
import { lintContract } from './lint.ts';
import { madeUpContract } from './made-up-contract.ts';

const DATASETS = new Set(['harbours']);

/** The problems that one change causes in the made-up contract. */
function complaints(change: (search: Operation, contract: Contract) => void): string[] {
  const prepared = () => ({
    ...madeUpContract(),
    tags: ['boats', 'tides'].map((name) => ({ name, description: name })),
  });
  const before = new Set(lintContract(prepared(), DATASETS));
  const contract = prepared();
  change(contract.paths['/boats']!.get as Operation, contract);
  return lintContract(contract, DATASETS).filter((said) => !before.has(said));
}

it('refuses a dataset that is not in the catalogue', () => {
  expect(complaints((search) => (search['x-datasets'] = ['harbours']))).toEqual([]);
  expect(complaints((search) => (search['x-datasets'] = ['harbuors']))).toEqual([
    'boats.search: x-datasets names harbuors, which is no dataset of the catalogue',
  ]);
  expect(complaints((search) => (search['x-needs'] = [['harbours']]))).toEqual([
    'boats.search: x-needs names harbours, which is not in its x-datasets',
  ]);
});

it('refuses a price in words in any description of an operation', () => {
  expect(complaints((search) => (search['x-mcp'].description += ' Costs 3 credits.'))).toHaveLength(1);
  expect(complaints((search) => (search.description += ' Each is 1 credit.'))).toHaveLength(1);
  expect(complaints((search) => (search.parameters![0]!.description = 'At 2 credits.'))).toHaveLength(1);
  expect(complaints((search) => (search.description += ' Tells calls and credits of 92 days.'))).toEqual([]);
});

it('refuses a description with a line over 120 characters, and the spelling percent', () => {
  const line = 'word '.repeat(30);
  expect(complaints((search) => (search.description += `\n${line}`))).toEqual([
    'boats.search: its description has a line of over 120 characters',
  ]);
  expect(complaints((search) => (search.description += `\n${line.slice(0, 100)}`))).toEqual([]);
  const share = (description: string) => (_: Operation, contract: Contract) => {
    contract.components.schemas.Share = { type: 'number', description };
  };
  expect(complaints(share('Share, percent.'))).toEqual(['schema Share: per cent is two words here']);
  expect(complaints(share('Share, per cent; of a percentile.'))).toEqual([]);
});

it('refuses a tag that is not declared, differs from the domain, or is on no operation', () => {
  expect(complaints((search) => (search.tags = ['ships']))).toEqual([
    'boats.search: the tag ships is not declared',
  ]);
  expect(complaints((search) => (search.tags = ['tides']))).toEqual([
    'boats.search: the tag tides must be its domain, boats',
  ]);
  expect(complaints((_, contract) => contract.tags!.push({ name: 'winds', description: 'Winds.' }))).toEqual([
    'the tag winds is on no operation',
  ]);
});

it('refuses a UPRN that is not a string unless the specification shows a number', () => {
  const add = (uprn: object) => (_: Operation, contract: Contract) => {
    contract.components.schemas.Mooring = {
      type: 'object',
      description: 'A mooring.',
      additionalProperties: false,
      properties: { uprn: { description: 'UPRN.', ...uprn } },
    };
  };
  expect(complaints(add({ type: ['string', 'null'] }))).toEqual([]);
  expect(complaints(add({ type: ['integer', 'null'] }))).toEqual([
    'schema Mooring.uprn: a UPRN is of the type string here',
  ]);
});

it('refuses the statuses 402 and 404 for a free operation, and accepts them for a billable one', () => {
  const answers = { 402: { description: 'Not paid.' }, 404: { description: 'Not found.' } };
  const tell = (search: Operation, credits: number, responses: Operation['responses']) => {
    search['x-credits'] = credits;
    Object.assign(search.responses, responses);
  };
  expect(complaints((search) => tell(search, 2, answers))).toEqual([]);
  expect(complaints((search) => tell(search, 0, {}))).toEqual([]);
  expect(complaints((search) => tell(search, 0, answers))).toEqual([
    'boats.search: is free and never answers 402',
    'boats.search: is free and never answers 404',
  ]);
});
