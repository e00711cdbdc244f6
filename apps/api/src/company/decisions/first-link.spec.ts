import { describe, expect, it } from '@jest/globals';
import { linkMethodOf, type LinkMethod } from './first-link.ts';

const newPerson = { wasLinked: false, ownsTeam: false, hasOwnFactor: false, canLogIn: true };

describe('what links a company’s NameID to an account', () => {
  it.each<[string, object, LinkMethod]>([
    ['is the assertion for a member with a password', {}, 'assertion'],
    ['is the assertion for a member who cannot log in', { canLogIn: false }, 'assertion'],
    ['is a decision by the owner for a member who was linked before', { wasLinked: true }, 'owner'],
    [
      'is a decision by the owner for a member who was linked before and has a passkey of their own',
      { wasLinked: true, hasOwnFactor: true },
      'owner',
    ],
    [
      'is a login by the member if they have a passkey or app of their own',
      { hasOwnFactor: true },
      'own-login',
    ],
    [
      'is a decision by the owner for a member with an app of their own who cannot log in',
      { hasOwnFactor: true, canLogIn: false },
      'owner',
    ],
    ['is a login by the owner for the owner’s account', { ownsTeam: true }, 'own-login'],
    [
      'is a login by the owner for the owner’s account, even if the owner cannot log in now',
      { ownsTeam: true, canLogIn: false },
      'own-login',
    ],
    [
      'is a login by the owner for the owner’s account that was linked before',
      { ownsTeam: true, wasLinked: true },
      'own-login',
    ],
  ])('%s', (_who, standing, by) => {
    expect(linkMethodOf({ ...newPerson, ...standing })).toBe(by);
  });
});
