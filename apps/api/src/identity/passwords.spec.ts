import { describe, expect, it } from '@jest/globals';
import { passwordProblems } from '@foyer/contracts/identity/password';
import type { ApiEnv } from '../config/env.ts';
import { badPasswords } from '../test-support/bad-passwords.ts';
import { Problem } from '../request/problem.ts';
import { Passwords } from './passwords.ts';
import { checkStrength } from './passwords/password-threads.ts';

const passwords = new Passwords({ PRODUCT_NAME: 'Foyer' } as ApiEnv);
const owner = {
  email: 'ada.lovelace@engines.example.com',
  company: 'Analytical Events',
  firstName: 'Augusta',
  lastName: 'Kingsley',
};

async function problemOf(password: string): Promise<string | undefined> {
  try {
    await passwords.rejectWeak(password, owner);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused;
    return refused.message;
  }
}

describe('a password that meets the rules of composition', () => {
  it.each([
    'Password123!',
    'Password1234!',
    'P@ssword12345',
    'P@ssw0rd!2024',
    'Passw0rd!!!!',
    '!!!!Password1',
    'Qwerty123456!',
    'Qwertyuiop1!',
    'Iloveyou1234!',
    'ILoveYou!!2024',
    'Welcome12345!',
    'Football2024!',
    'Sunshine123!!',
    'Princess1234!',
    'Superman2023!',
    'Dragon123456!',
    'Monkey!12345',
    'Letmein12345!',
    'Baseball#2024',
    'Michael12345!',
    'Shadow!123456',
    'Master$123456',
    'Jennifer2024!',
    'Liverpool123!',
    'Chelsea!2024!',
    'Password!Password!',
    'Charlie12345!',
    'Starwars1234!',
    'Trustno1!!!!',
    'Computer1234!',
    'Abc123456789!',
  ])('is rejected as common: %s [asvs 6.2.4]', async (password) => {
    expect(await problemOf(password)).toBe(passwordProblems.common);
  });

  it.each([
    'Lovelace-1234!',
    'My-LOVELACE-pw1',
    'Love.lace.9999!',
    'AnalyticalEvents1!',
    'Analytical-Events-1!',
    'Foyer-Foyer-1!',
    'In-The-F-o-y-e-r-1',
    '4n@lyt1c@l-Party',
    '@n@1yt!ca1-Room-9',
    'lacitylanA-Room-9!',
    '3c@l3v0l-Backwards',
    'Ànalytical-Room-9!',
    'F0y3r-Is-Fine-9',
    'Augusta-Rocks-77!',
    'Kingsley+Ferry+9',
    'Many-Engines-Run-9',
  ])('is rejected as personal: %s [asvs 6.2.11]', async (password) => {
    expect(await problemOf(password)).toBe(passwordProblems.personal);
  });

  it.each(['Juninho1999@', 'JuNINHO1999@', 'g00dPa$$w0rD', '!QAZxsw2#EDCvfr4'])(
    'is rejected as leaked: %s [asvs 6.2.12]',
    async (password) => {
      expect(await problemOf(password)).toBe(passwordProblems.leaked);
    },
  );

  it.each([
    'Aaaaaaaaaaaa!',
    'Bbbbbbbbbbb1!',
    'Zzzzzzzzzzzzzzzzzzzzzzzz!',
    'Abcabcabcabc!',
    'Xyzxyzxyzxyz1!',
    'Aa1!Aa1!Aa1!',
    'Xk9#Xk9#Xk9#Xk9#',
    `${'!Kd8sL_'.repeat(18)}A`,
    `A${'a'.repeat(126)}!`,
    `${'Zq'.repeat(60)}!a`,
  ])('is rejected as repetitive: %s', async (password) => {
    expect(await problemOf(password)).toBe(passwordProblems.repeats);
  });

  it.each([
    'Abcdefghijkl!',
    'Zyxwvutsrqpo!',
    'Mnopqrstuvwx!',
    '!Lkjihgfedcba',
    'Acegikmoqsuw!',
    'Абвгдежзийкл-Aa!',
    'Abcd-1234-Abcd-9876!',
  ])('is rejected as a sequence: %s', async (password) => {
    expect(await problemOf(password)).toBe(passwordProblems.sequence);
  });

  it.each(["Asdfghjkl;'123!A", 'Poiuytrewq-1!', 'Qwerty-Asdf-1!', 'Qsdfghjklm-77!', 'Qwertz-Yxcv-1!'])(
    'is rejected as a keyboard pattern: %s',
    async (password) => {
      expect(await problemOf(password)).toBe(passwordProblems.keyboard);
    },
  );

  it.each(['19991231-Ab!19', '31.12.1999-Ab!', '12/31/1999-Ab!', '1999-12-31-Xy', 'Ab-2019-2020-2021!'])(
    'is rejected as a date: %s',
    async (password) => {
      expect(await problemOf(password)).toBe(passwordProblems.date);
    },
  );

  it.each(['Monday-Morning-1!', 'Aabbccddeeff!'])('is rejected as guessable: %s', async (password) => {
    expect(await problemOf(password)).toBe(passwordProblems.guessable);
  });

  it.each(Object.keys(badPasswords))('is rejected if it is weak in the language %s', async (language) => {
    const taken: string[] = [];
    for (const password of badPasswords[language] ?? [])
      if (!(await checkStrength({ password, userInputs: [] }))) taken.push(password);
    expect(taken).toEqual([]);
  });

  it.each([
    'Seating-Chart-42!',
    'Round-Tables-For-8!',
    'correct horse battery Staple!',
    'correct Horse battery Staple!',
    'Vanilla-Teapot-Lamp-3',
    'my Blue Giraffe eats soup.',
    'Mein-Hund-heißt-Rex!',
    'Копенгаген-Лампа-7-Aa!',
    'zK8#vq2!Lm0pWx',
    'Xk9$mQ2vLp7w',
    'qT4!zP9@wL2#',
    `${'a'.repeat(60)} but Then my Giraffe eats soup!`,
  ])('is accepted: %s', async (password) => {
    expect(await problemOf(password)).toBeUndefined();
  });

  it('is accepted if a password manager generated it', async () => {
    const characters = [...'ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#$%&*+-=?@_'];
    const random = (length: number) =>
      Array.from(
        crypto.getRandomValues(new Uint32Array(length)),
        (value) => characters[value % characters.length],
      ).join('');
    for (const length of [16, 16, 16, 16, 24, 128]) expect(await problemOf(random(length))).toBeUndefined();
  });
});
