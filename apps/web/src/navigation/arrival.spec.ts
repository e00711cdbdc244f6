import { beforeEach, describe, expect, it } from '@jest/globals';
import { readArrival, rememberArrival, sourceSiteOf } from './arrival.ts';

describe('the source site', () => {
  const rows: [search: string, site: string][] = [
    ['', ''],
    ['?ss=venues', 'venues'],
    ['?redirect=%2Fhome%3Fss%3Dinner', 'inner'],
    ['?redirect=https%3A%2F%2Fapp.test%2Fa%3Fx%3D1%26ss%3Dinner%23top', 'inner'],
    ['?ss=own&redirect=%2Fhome%3Fss%3Dinner', 'own'],
    ['?redirect=%2Fhome', ''],
  ];
  it.each(rows)('of "%s" is "%s"', (search, site) => {
    expect(sourceSiteOf(new URLSearchParams(search))).toBe(site);
  });
});

describe('the remembered arrival', () => {
  beforeEach(() => sessionStorage.clear());

  it('stays unchanged if a later URL has no parameters', () => {
    rememberArrival('?redirect=%2Fdiagrams%3Fss%3Dvenues', 'https://home.test/diagrams');
    rememberArrival('', '');
    expect(readArrival()).toEqual({
      redirect: '/diagrams?ss=venues',
      redirectUrl: 'https://home.test/diagrams',
      sourceSite: 'venues',
    });
  });

  it('loses an allowed target if a later redirect is not allowed', () => {
    rememberArrival('?redirect=%2Fdiagrams', 'https://home.test/diagrams');
    rememberArrival('?redirect=%2F%2Fevil.test', '');
    expect(readArrival().redirectUrl).toBe('');
  });

  const secrets = [
    '/switch-team/Y29kZQ',
    '/join-event/Y29kZQ?event_name=Spring+Gala',
    'https://portal.test/join-team/Y29kZQ',
    '/login?redirect=%2Fswitch-team%2FY29kZQ',
    '/team-member/signup?inviteId=Y29kZQ',
    '/undo-address?undoToken=Y29kZQ',
    '/stop-recovery?stopToken=Y29kZQ',
    '/oauth/authorize?client_id=demo&state=Y29kZQ',
  ];
  it.each(secrets)(
    'stays only in memory if the redirect contains a code or an app’s request: %s',
    (redirect) => {
      rememberArrival('?redirect=%2Fdiagrams', 'https://home.test/diagrams');
      rememberArrival(`?${new URLSearchParams({ redirect, ss: 'venues' })}`, redirect);
      expect(readArrival()).toEqual({ redirect, redirectUrl: redirect, sourceSite: 'venues' });
      expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/Y29kZQ|diagrams/);
      rememberArrival('?redirect=%2Fvenues', '/venues');
      expect(readArrival().redirect).toBe('/venues');
    },
  );
});
