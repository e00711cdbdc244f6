import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { TestCompany } from '../test-support/saml/test-company.ts';
import { TestApi } from '../test-support/test-api.ts';
import { advanceLimits } from '../test-support/test-limits.ts';

const OWNER = 'owner@acme.test';

describe('the mail about new users without a seat', () => {
  let api: TestApi;
  let company: TestCompany;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    company = await TestCompany.create(api, 'acme', { seatLimit: 1 });
  });

  // Waits for the jobs, because a running one would write into the next test.
  afterEach(() => api.queuedMails());

  const notices = async () =>
    (await api.queuedMails()).flatMap((mail) => (mail.kind === 'seats-requested' ? [mail] : []));
  async function nextHour(): Promise<void> {
    await advanceLimits(api, 3_601);
    await api.makeJobsDue(OWNER_NOTICE_QUEUE);
  }
  async function arrive(count: number, first = 0): Promise<void> {
    const begun = await Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const visitor = await api.visit();
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

  it('is sent to the owner immediately, with the user’s name', async () => {
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

  it('names each of six concurrent new users exactly once, in at most two mails', async () => {
    await arrive(6);
    expect(await notices()).toHaveLength(1);
    await nextHour();
    const mails = await notices();
    // Only one mail is sent if all people arrive before it is written.
    expect(mails.length).toBeLessThanOrEqual(2);
    const named = mails.flatMap(({ content }) => content.people.map(({ email }) => email));
    expect(named.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((number) => `new-${number}@acme.test`));
  });

  it('names 20 of 30 users and counts the others, and the team page lists all', async () => {
    await api.pool.query(
      `INSERT INTO seat_requests (team_id, email, first_name, last_name)
       SELECT $1, n || '@acme.test', 'Nora', 'Newcomer' FROM generate_series(1, 29) n`,
      [company.teamId],
    );
    await arrive(1);
    const [notice] = await notices();
    expect([notice?.content.people.length, notice?.content.moreCount]).toEqual([20, 10]);
    const { body } = await company.owner.get('/team');
    expect((body as { seatRequests: object[] }).seatRequests).toHaveLength(30);
  });

  it('is not repeated for a user who tries again', async () => {
    await arrive(1);
    await arrive(1);
    await notices();
    await nextHour();
    await arrive(1);
    expect(await notices()).toHaveLength(1);
  });

  it('does not delay another mail to the owner', async () => {
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
