import { expect, it } from 'vitest';
import { tokenise } from '../src/index.ts';

it('reads the tags of a web page in an address as commas or spaces', () => {
  const pasted = tokenise('Flat 33<br>Quax Lodge<br/>12 <b>Oak Road</b></p><p>Xanbury', 'XE1 1AA');
  expect(pasted).toEqual(tokenise('Flat 33, Quax Lodge, 12 Oak Road, Xanbury', 'XE1 1AA'));
});
