import { expect, it } from 'vitest';
import { isEnded, isPending } from './status.ts';

it.each([
  ['Current', 'in force'],
  ['Application granted', 'in force'],
  ['Application received', 'pending'],
  ['Applied', 'pending'],
  ['Awaiting renewal, earlier licence expired', 'pending'],
  ['Application - not yet issued', 'pending'],
  ['Application refused', 'ended'],
  ['Application withdrawn', 'ended'],
  ['Rejected', 'ended'],
  ['Not granted', 'ended'],
  ['Terminated', 'ended'],
  ['Revoked', 'ended'],
])('reads the word %s of a licence as %s', (word, status) => {
  expect(isPending(word) ? 'pending' : isEnded(word) ? 'ended' : 'in force').toBe(status);
});
