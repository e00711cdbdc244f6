import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toFieldsByPlace } from '@foyer/contracts/place';
import { profileReply, type ProfileReply } from '@foyer/contracts/account/profile';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';

const EMAIL = 'ada@example.com';

describe('the profile', () => {
  let api: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
  });

  const read = async (visitor: Visitor): Promise<ProfileReply> =>
    profileReply.parse((await visitor.get('/settings/profile/details')).body);

  async function bodyOf(visitor: Visitor, changes: Record<string, string | boolean> = {}) {
    const { email: _email, managed_by: _company, ...kept } = await read(visitor);
    const said = { ...kept, ...changes };
    const place = { countryCode: said.country_code, stateCode: said.state_code };
    return { ...toFieldsByPlace({ ...place, optIn: said.opt_in === 'Yes' }), ...said };
  }
  const save = async (visitor: Visitor, changes: Record<string, string | boolean> = {}) =>
    visitor.patch('/settings/profile', await bodyOf(visitor, changes));
  const GERMANY = { country_code: 'DE', state_code: '' };
  const userRow = (email = EMAIL) => api.prisma.user.findUniqueOrThrow({ where: { email } });
  const events = () =>
    api.prisma.auditEvent.findMany({
      where: { action: { in: ['profile.change', 'team.rename'] } },
      select: { action: true, details: true },
      orderBy: { id: 'asc' },
    });

  it('shows the values from the sign-up, and the team name to its owner', async () => {
    expect(await read(ada)).toMatchObject({
      email: EMAIL,
      country_code: 'US',
      opt_in: 'Yes',
      language: 'en',
    });
    expect((await read(ada)).team_name).toBe((await userRow()).company);
  });

  it('is saved, and the session shows the new name immediately', async () => {
    const reply = await save(ada, {
      first_name: ' Augusta ',
      job_title: 'Countess',
      phone: '',
      language: 'de',
    });
    expect([reply.status, reply.body]).toEqual([200, { message: 'Profile saved' }]);
    expect(await userRow()).toMatchObject({
      firstName: 'Augusta',
      jobTitle: 'Countess',
      phone: '',
      language: 'de',
    });
    expect((await ada.get('/session')).body).toMatchObject({
      user: { addressable_name: 'Augusta Lovelace' },
    });
  });

  it('logs the names of the changed columns, without values', async () => {
    await save(ada, { first_name: 'Augusta', phone: '+44 1' });
    await save(ada);
    expect(await events()).toEqual([{ action: 'profile.change', details: { changed: 'firstName phone' } }]);
    const dump = JSON.stringify(await api.prisma.auditEvent.findMany());
    expect(dump).not.toMatch(/Augusta|\+44 1/);
  });

  it.each([
    [{ first_name: '  ' }, { first_name: 'Required Field' }],
    [{ country_code: 'XX' }, { country_code: 'Choose one from the list' }],
    [{ country_code: '', state_code: '' }, { opt_in: 'Belongs to a country' }],
    [{ state_code: '' }, { state_code: 'Required Field' }],
    [{ language: 'tlh' }, { language: 'Choose one from the list' }],
    [{ time_zone: 'Mars/Olympus' }, { time_zone: 'Choose one from the list' }],
    [{ time_zone: '+05:30' }, { time_zone: 'Choose one from the list' }],
    [{ team_name: '\u200b' }, { team_name: 'Required Field' }],
    [{ email: 'eve@example.com' }, { email: 'Unknown field' }],
    [{ has_opted_in: true }, { has_opted_in: 'Unknown field' }],
  ])('rejects %j', async (changes, fields) => {
    const before = await userRow();
    const reply = await save(ada, changes);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'ValidationFailed', fields }]);
    expect(await userRow()).toEqual(before);
  });

  it('can omit the country', async () => {
    expect((await save(ada, { country_code: '', state_code: '', opt_in: 'No' })).status).toBe(200);
    expect(await userRow()).toMatchObject({ countryCode: '', hasOptedIn: false });
  });

  it('requires a session', async () => {
    const stranger = await api.visit();
    expect((await stranger.get('/settings/profile/details')).status).toBe(401);
    expect((await stranger.patch('/settings/profile', await bodyOf(ada))).status).toBe(401);
    expect((await stranger.post('/settings/profile/language', { language: 'de' })).status).toBe(401);
  });

  describe('the time zone', () => {
    const zoneOf = async () => ((await ada.get('/session')).body as { timeZone?: string }).timeZone;

    it('is that of the browser until the user chooses one, and again after the user clears it', async () => {
      expect([(await read(ada)).time_zone, await zoneOf()]).toEqual(['', undefined]);
      await save(ada, { time_zone: 'Asia/Kolkata' });
      expect([(await read(ada)).time_zone, await zoneOf()]).toEqual(['Asia/Kolkata', 'Asia/Kolkata']);
      await save(ada, { time_zone: '' });
      expect([(await read(ada)).time_zone, await zoneOf()]).toEqual(['', undefined]);
      expect(await userRow()).toMatchObject({ timeZone: null });
    });

    it('is passed to the job that sends a mail', async () => {
      await save(ada, { time_zone: 'Asia/Kolkata' });
      await api.prisma.$transaction((transaction) =>
        api.service(MailQueue).enqueueMail(transaction, {
          kind: 'data-ready',
          to: EMAIL,
          content: { firstName: 'Ada', until: '2026-12-22T09:00:00.000Z' },
        }),
      );
      const { rows } = await api.pool.query(
        `SELECT data->>'timeZone' AS zone FROM pgboss.job WHERE data->>'kind' = 'data-ready'`,
      );
      expect(rows).toEqual([{ zone: 'Asia/Kolkata' }]);
    });
  });

  describe('consent', () => {
    it('can be declined and given again in another country', async () => {
      await save(ada, { ...GERMANY, opt_in: 'No' });
      expect(await userRow()).toMatchObject({ countryCode: 'DE', hasOptedIn: false });
      await save(ada, { ...GERMANY, opt_in: 'Yes' });
      expect(await userRow()).toMatchObject({ hasOptedIn: true });
    });

    it('is not given by other changes, nor by a change to a country that does not require it', async () => {
      await api.prisma.user.update({ where: { email: EMAIL }, data: { hasOptedIn: false } });
      expect((await save(ada, { phone: '1', opt_in: 'Yes' })).status).toBe(200);
      expect(await userRow()).toMatchObject({ phone: '1', hasOptedIn: false });
      await save(ada, { ...GERMANY, opt_in: 'No' });
      await save(ada, { country_code: 'GB', opt_in: 'Yes' });
      expect(await userRow()).toMatchObject({ countryCode: 'GB', hasOptedIn: false });
    });
  });

  describe('the team’s name', () => {
    it('can be changed by the owner', async () => {
      expect((await save(ada, { team_name: 'Engines' })).status).toBe(200);
      expect((await ada.get('/session')).body).toMatchObject({ user: { team: { name: 'Engines' } } });
      expect((await events()).map(({ action }) => action)).toEqual(['team.rename']);
    });

    it('is not shown to another member, who cannot change it', async () => {
      const milo = await signUp(api, 'milo@example.com');
      await api.prisma.team.updateMany({
        where: { owner: { email: 'milo@example.com' } },
        data: { ownerId: null },
      });
      const { teamId } = await userRow();
      await api.prisma.team.update({ where: { id: teamId }, data: { seatLimit: 2 } });
      await api.prisma.user.update({ where: { email: 'milo@example.com' }, data: { teamId } });
      expect((await read(milo)).team_name).toBeUndefined();
      const before = await userRow('milo@example.com');
      const reply = await save(milo, { team_name: 'Mine', first_name: 'M' });
      expect([reply.status, reply.body]).toMatchObject([403, { code: 'NotOwner' }]);
      expect(await userRow('milo@example.com')).toEqual(before);
      expect((await read(ada)).team_name).not.toBe('Mine');
    });
  });

  describe('a name that the company manages', () => {
    const NAME_ID = 'ada-1';
    beforeEach(async () => {
      const { id: userId, teamId } = await userRow();
      await api.prisma.identityProvider.create({
        data: {
          name: 'acme',
          teamId,
          entityId: 'https://idp.acme.test',
          singleSignOnUrl: 'https://idp.acme.test/sso',
          identities: { create: { nameId: NAME_ID, userId } },
        },
      });
    });

    it('is shown with the company, and read-only', async () => {
      expect(await read(ada)).toMatchObject({ managed_by: 'acme' });
      const reply = await save(ada, { first_name: 'Eve', phone: '1' });
      expect([reply.status, reply.body]).toMatchObject([
        400,
        { fields: { first_name: 'Your company manages your name. Ask your company to change it.' } },
      ]);
      expect(await userRow()).toMatchObject({ firstName: 'Ada' });
      expect((await save(ada, { phone: '1' })).status).toBe(200);
    });

    it('can be changed again when the company sign-in is off', async () => {
      await api.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
      expect((await read(ada)).managed_by).toBeUndefined();
      expect((await save(ada, { first_name: 'Augusta' })).status).toBe(200);
    });
  });

  describe('the language', () => {
    const pageOf = async (visitor: Visitor) => {
      const reply = await visitor.get('/settings').set({ accept: 'text/html', 'accept-language': 'de' });
      return /<html lang="([\w-]+)"/.exec(reply.text)?.[1];
    };

    it('chosen in the footer is stored, and logged once', async () => {
      for (const _ of [1, 2])
        expect((await ada.post('/settings/profile/language', { language: 'fr' })).status).toBe(200);
      expect(await userRow()).toMatchObject({ language: 'fr' });
      expect(await events()).toEqual([{ action: 'profile.change', details: { changed: 'language' } }]);
      expect((await ada.post('/settings/profile/language', { language: 'tlh' })).status).toBe(400);
    });

    it('of the account has precedence over the language of the browser', async () => {
      await ada.post('/settings/profile/language', { language: 'fr' });
      expect(await pageOf(ada)).toBe('fr');
      await api.prisma.user.updateMany({ data: { language: null } });
      expect(await pageOf(ada)).toBe('de');
      expect((await read(ada)).language).toBe('en');
    });
  });
});
