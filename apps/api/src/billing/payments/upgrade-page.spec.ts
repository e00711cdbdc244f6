import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pageValues } from '@foyer/contracts/page-values';
import { signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';

describe('the pages with a card form', () => {
  let api: TestApi;
  let ada: Visitor;

  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    ada = await signUpOwner(api, 'ada@example.com', 2);
  });

  /** Checks that `/pro/upgrade` and `/billing` differ only in their redirect. Returns the answer of `/billing`. */
  async function open(visitor: Visitor) {
    const [upgrade, billing] = await Promise.all(
      ['/pro/upgrade', '/billing'].map(async (path) => {
        const reply = await visitor.get(path).set('accept', 'text/html,*/*;q=0.8');
        const values = /id="page-values">(.*?)<\/script>/s.exec(reply.text)?.[1] ?? '{}';
        const { location, 'cache-control': cacheControl } = reply.headers;
        const shown =
          reply.status === 200 ? { ...pageValues.parse(JSON.parse(values)), csrfToken: '' } : undefined;
        return { status: reply.status, location, cacheControl, shown };
      }),
    );
    expect({ ...billing, location: '' }).toEqual({ ...upgrade, location: '' });
    return { ...billing, planOwner: billing?.shown?.planOwner, text: JSON.stringify(billing?.shown) };
  }
  const subscribe = (status: string) =>
    api.pool.query(
      'INSERT INTO subscriptions (team_id, stripe_customer_id, status) SELECT id, $1, $2 FROM teams',
      ['cus_1', status],
    );

  it.each(['none', 'incomplete', 'incomplete_expired', 'unpaid', 'canceled'])(
    'are available to an owner whose subscription is %s',
    async (status) => {
      await subscribe(status);
      expect(await open(ada)).toMatchObject({ status: 200, planOwner: undefined });
    },
  );

  it.each(['active', 'trialing', 'past_due'])(
    'redirect an owner whose subscription is %s to the plan’s settings',
    async (status) => {
      await subscribe(status);
      expect(await open(ada)).toMatchObject({
        status: 303,
        location: '/settings/billing',
        cacheControl: 'no-store',
      });
    },
  );

  it('are available to an owner whose session is restricted to paying', async () => {
    await subscribe('canceled');
    expect(await open(ada)).toMatchObject({
      status: 200,
      planOwner: undefined,
      shown: { userEmail: 'ada@example.com' },
    });
  });

  it.each(['none', 'active', 'canceled'])(
    'show a member only the name of the owner when the subscription is %s',
    async (status) => {
      const { id: teamId } = await api.prisma.team.findFirstOrThrow();
      await api.prisma.team.update({ where: { id: teamId }, data: { ownerId: null } });
      await subscribe(status);
      expect(await open(ada)).toMatchObject({ status: 200, planOwner: '' });
      const { id: ownerId } = await api.prisma.user.create({
        data: { email: 'olive@example.com', firstName: 'Olive', lastName: '</script>', teamId },
      });
      await api.prisma.team.update({ where: { id: teamId }, data: { ownerId } });
      const { text, ...seen } = await open(ada);
      expect(seen).toMatchObject({ status: 200, planOwner: 'Olive </script>' });
      for (const hidden of ['olive@', ownerId, teamId, 'cus_1', `"${status}"`])
        expect(text).not.toContain(hidden);
    },
  );

  it('reveal nothing to visitors who are not logged in', async () => {
    await subscribe('active');
    expect(await open(await api.visit())).toMatchObject({ status: 303, planOwner: undefined });
  });
});
