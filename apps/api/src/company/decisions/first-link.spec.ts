import { describe, expect, it } from '@jest/globals';
import { linkedBy, type LinkedBy } from './first-link.ts';

const newPerson = { wasLinked: false, ownsTeam: false, hasOwnFactor: false, canLogIn: true };

describe('what may link a company’s NameID to a member', () => {
  it.each<[string, object, LinkedBy]>([
    ['a member with a password', {}, 'assertion'],
    ['a member without a login', { canLogIn: false }, 'assertion'],
    ['one whom the company’s sign-in has opened before', { wasLinked: true }, 'owner'],
    ['the same with a passkey of their own', { wasLinked: true, hasOwnFactor: true }, 'owner'],
    ['one with a passkey or app of their own', { hasOwnFactor: true }, 'own-login'],
    ['one with an app and no login', { hasOwnFactor: true, canLogIn: false }, 'owner'],
    ['the owner', { ownsTeam: true }, 'own-login'],
    ['the owner without a login', { ownsTeam: true, canLogIn: false }, 'own-login'],
    ['the owner whom it has opened before', { ownsTeam: true, wasLinked: true }, 'own-login'],
  ])('%s', (_who, standing, by) => {
    expect(linkedBy({ ...newPerson, ...standing })).toBe(by);
  });
});
