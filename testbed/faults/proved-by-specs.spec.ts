import { expect, it } from '@jest/globals';
import { findProofs } from './proved-by-specs.ts';

it('the list of proofs names only tests that exist', () => {
  expect(findProofs().filter(({ isThere }) => !isThere)).toEqual([]);
});
