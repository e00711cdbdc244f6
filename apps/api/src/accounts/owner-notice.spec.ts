import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { TestCompany } from '../test-support/saml/test-company.ts';
import { TestApi } from '../test-support/test-api.ts';

const OWNER = 'owner@acme.test';

describe('the mail about people without a seat', () => {
  let replicas: [TestApi, TestApi];
  let api: TestApi;
  let company: TestCompany;
  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
    [api] = replicas;
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(async () => {
    await api.empty();
    company = await TestCompany.found(api, 'acme', { seatLimit: 1 });
  });

  // A job that is still telling an owner would write into the next spec.
  afterEach(() => api.queuedMails());

  const notices = async () =>
    (await api.queuedMails()).flatMap((mail) => (mail.kind === 'seats-requested' ? [mail] : []));
  /** Lets an hour go by. */
  async function nextHour(): Promise<void> {
    await api.pool.query(`UPDATE mail_waits SET sent_at = sent_at - interval '1 hour 1 second'`);
    await api.makeJobsDue(OWNER_NOTICE_QUEUE);
  }
  async function arrive(count: number, first = 0): Promise<void> {
    const begun = await Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const visitor = await (replicas[number % 2] as TestApi).visit();
        return { visitor, request: await company.begin(visitor), number: first + number };
      }),
    );
    const replies = await Promise.all(
      begun.map(({ visitor, request, number }) =>
        company.post(visitor, request, { nameId: `n${number}`, email: `new-${number}@acme.test` }),
      ),
    );
    for (const { headers } of replies) expect(headers['location']).toBe('/saml-overage');
  }

  it('comes at once to the owner, and says who', async () => {
    await arrive(1);
    expect(await notices()).toEqual([
      {
        kind: 'seats-requested',
        to: OWNER,
        content: {
          firstName: 'Ada',
          teamName: 'Analytical Events',
          people: [{ name: 'Nora Newcomer', email: 'new-0@acme.test' }],
          moreCount: 0,
        },
      },
    ]);
  });

  it('tells of 40 who come at once in two mails, leaving nobody out and naming nobody twice', async () => {
    await arrive(40);
    expect(await notices()).toHaveLength(1);
    await nextHour();
    const mails = await notices();
    expect(mails).toHaveLength(2);
    const said = mails.map(({ content }) => content.people.length + content.moreCount);
    expect((said[0] ?? 0) + (said[1] ?? 0)).toBe(40);
    const named = mails.flatMap(({ content }) => content.people.map(({ email }) => email));
    expect(new Set(named).size).toBe(named.length);
    const { body } = await company.owner.get('/team');
    expect((body as { seatRequests: object[] }).seatRequests).toHaveLength(40);
  });

  it('is not written anew for who tries again', async () => {
    await arrive(1);
    await arrive(1);
    await notices();
    await nextHour();
    await arrive(1);
    expect(await notices()).toHaveLength(1);
  });

  it('is held back by no other matter of the owner', async () => {
    await arrive(1);
    expect(await notices()).toHaveLength(1);
    await company.signIn(await api.visit(), { nameId: 'owner', email: OWNER });
    await api.prisma.team.updateMany({ data: { seatLimit: 3 } });
    const nora = { email: 'nora@acme.test' };
    await company.signIn(await api.visit(), { ...nora, nameId: 'nora' });
    expect(await company.signIn(await api.visit(), { ...nora, nameId: 'second' })).toBe('/saml-pending');
    expect((await api.queuedMails()).filter(({ kind }) => kind === 'identities-pending')).toHaveLength(1);
  });
});
