import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUpByMail, signUpOwner } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { passwordBody } from '../test-support/test-bodies.ts';
import { shareEvent } from '../test-support/test-invitations.ts';

const [OWNER, READER] = ['olive@example.com', 'remy@example.com'];

describe('the language of mails', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const mailsTo = async (to: string) => {
    await api.queuedMails();
    const { rows } = await api.pool.query<{ mail: string }>(
      `SELECT concat_ws(' ', data->>'kind', data->>'language') AS mail FROM pgboss.job
        WHERE name = $1 AND data->>'to' = $2 ORDER BY created_on, id`,
      [MAIL_QUEUE, to],
    );
    return rows.map(({ mail }) => mail);
  };
  const signUpIn = async (visitor: Visitor, email: string, acceptLanguage = 'en') => {
    await visitor
      .post('/register-by-email', signUpBody({ email }))
      .set('accept-language', acceptLanguage)
      .expect(201);
    const token = await api.mailedToken(email, 'verify-email');
    await visitor.post(`/reset-password?resetToken=${token}`, passwordBody()).expect(200);
  };
  const setLanguage = (email: string, language: string | null) =>
    api.prisma.user.update({ where: { email }, data: { language }, select: { id: true } });
  const invite = (owner: Visitor, acceptLanguage: string) =>
    owner
      .post('/team/invitations', { emails: [READER] })
      .set('accept-language', acceptLanguage)
      .expect(200);

  it('is the language of the sign-up: the chosen one, or otherwise the browser’s', async () => {
    await signUpIn(await api.visit({ language: 'de' }), OWNER, 'fr');
    expect(await mailsTo(OWNER)).toEqual(['verify-email de', 'welcome de']);
    await signUpIn(await api.visit(), READER, 'fr-CH, en;q=0.5');
    expect(await mailsTo(READER)).toEqual(['verify-email fr', 'welcome fr']);
  });

  it('is the language of the account, even if another person requests the mail', async () => {
    await signUpByMail(api, OWNER);
    await setLanguage(OWNER, 'ja');
    const stranger = await api.visit({ language: 'it' });
    await stranger.post('/forgot-password', { email: OWNER }).expect(200);
    expect((await mailsTo(OWNER)).at(-1)).toBe('reset-password ja');
  });

  it('a reader is addressed by the full name if its script puts the family name first', async () => {
    const visitor = await api.visit({ language: 'ja' });
    const names = { first_name: '太郎', last_name: '山田' };
    await visitor.post('/register-by-email', signUpBody({ email: OWNER, ...names })).expect(201);
    const token = await api.mailedToken(OWNER, 'verify-email');
    await visitor.post(`/reset-password?resetToken=${token}`, passwordBody()).expect(200);
    const said = (await api.queuedMails()).map(({ content }) =>
      'firstName' in content ? content.firstName : '',
    );
    expect(said).toEqual(['山田太郎', '山田太郎']);
  });

  it('is the inviter’s language for an address without an account', async () => {
    const owner = await signUpOwner(api, OWNER, 5);
    await setLanguage(OWNER, 'de');
    await invite(owner, 'it');
    await shareEvent(api, 'elsa@example.com', { inviter: OWNER });
    expect(await mailsTo(READER)).toEqual(['team-invitation de']);
    expect(await mailsTo('elsa@example.com')).toEqual(['event-invitation de']);
  });

  it('is the language of the inviter’s browser if the inviter’s account has none', async () => {
    const owner = await signUpOwner(api, OWNER, 5);
    await setLanguage(OWNER, null);
    await invite(owner, 'it');
    expect(await mailsTo(READER)).toEqual(['team-invitation it']);
  });

  it('is the invited user’s own language, or English if that is unknown', async () => {
    await signUpByMail(api, READER);
    await signUpByMail(api, 'old@example.com');
    await setLanguage(READER, 'fr');
    await setLanguage('old@example.com', null);
    const owner = await signUpOwner(api, OWNER, 5);
    await setLanguage(OWNER, 'de');
    await invite(owner, 'de');
    await owner.post('/team/invitations', { emails: ['old@example.com'] }).expect(200);
    expect((await mailsTo(READER)).at(-1)).toBe('team-invitation fr');
    expect((await mailsTo('old@example.com')).at(-1)).toBe('team-invitation');
  });
});
