import { expect, it } from '@jest/globals';
import { findProofs } from './proved-by-specs.ts';

it('names tests that are there', () => {
  expect(findProofs().filter(({ isThere }) => !isThere)).toEqual([]);
});
