import { describe, expect, it } from '@jest/globals';
import { calledName, fullName } from './person-name.ts';

describe('a name', () => {
  it.each([
    ['Grace', 'Hopper', 'Grace Hopper', 'Grace'],
    ['太郎', '山田', '山田太郎', '山田太郎'],
    ['はな', '佐々木', '佐々木はな', '佐々木はな'],
    ['小明', '王', '王小明', '王小明'],
    ['민준', '김', '김민준', '김민준'],
    ['グレース', 'ホッパー', 'グレース ホッパー', 'グレース'],
    ['Taro', '山田', 'Taro 山田', 'Taro'],
    ['نور', 'حداد', 'نور حداد', 'نور'],
    ['', 'O', 'O', ''],
    ['Cher', '', 'Cher', 'Cher'],
  ])(
    'with the parts "%s" and "%s" is "%s" in full and "%s" in a greeting',
    (firstName, lastName, full, called) => {
      expect(fullName({ firstName, lastName })).toBe(full);
      expect(calledName({ firstName, lastName })).toBe(called);
    },
  );
});
