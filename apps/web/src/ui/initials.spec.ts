import { describe, expect, it } from '@jest/globals';
import { initialsOf } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada   king lovelace ', 'AL'],
    ['Plato', 'P'],
    ['élodie 𝒷rown', 'É𝒷'],
    ['(Ada) «Lovelace»', 'AL'],
    ['أحمد محمد', 'أ'],
    ['山田太郎', '山'],
    ['グレース ホッパー', 'グ'],
    ['김 민준', '김'],
    ['नीता राव', 'नी'],
    ['Taro 山田', 'T'],
    ['42', '4'],
    ['', ''],
  ])('of "%s" are "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
