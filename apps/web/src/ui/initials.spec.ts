import { describe, expect, it } from '@jest/globals';
import { initialsOf } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada   king lovelace ', 'AL'],
    ['Plato', 'P'],
    ['élodie 𝒷rown', 'É𝒷'],
    ['', ''],
  ])('of "%s" are "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
