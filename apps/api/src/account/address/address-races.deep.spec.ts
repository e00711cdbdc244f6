import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../../test-support/test-bodies.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

const OLD = 'ada@example.com';
const NEW = 'new@example.com';

describe('a change of address with concurrent calls', () => {
  let api: TestApi;
  let replica: TestApi;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(() => api.empty());

  async function linkFor(visitor: Visitor, email: string): Promise<string> {
    expect((await visitor.post('/settings/profile/address', { email })).status).toBe(200);
    await advanceLimits(api);
    const mail = (await api.queuedMails()).findLast(
      ({ to, kind }) => to === email && kind === 'confirm-address',
    );
    if (mail?.kind !== 'confirm-address') throw new Error('no link');
    return mail.content.token;
  }
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted((one, other) => one - other);
  const confirm = async (visitor: Visitor, token: string) => visitor.post('/address-link', { token });
  const undoToken = async () => {
    const mail = (await api.queuedMails()).findLast(({ kind }) => kind === 'address-changed');
    if (mail?.kind !== 'address-changed') throw new Error('no mail');
    return mail.content.undoToken;
  };

  it('succeeds once when its link is used twenty times', async () => {
    const ada = await signUp(api, OLD);
    const token = await linkFor(ada, NEW);
    const found = await statuses(Array.from({ length: 20 }, () => confirm(ada, token)));
    expect(found.filter((status) => status === 200)).toHaveLength(1);
    expect(await api.prisma.addressChange.count({ where: { appliedAt: { not: null } } })).toBe(1);
  });

  it('is pending once when ten changes are requested', async () => {
    const ada = await signUp(api, OLD);
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        ada.post('/settings/profile/address', { email: `n${index}@example.com` }),
      ),
    );
    expect(await api.prisma.addressChange.count({ where: { replacedAt: null } })).toBe(1);
    expect(await api.prisma.addressChange.count()).toBe(10);
  });

  it('succeeds for only one of two users who chose the same address', async () => {
    for (let round = 0; round < 5; round++) {
      await api.empty();
      const people = await Promise.all([signUp(api, OLD), signUp(api, 'eve@example.com')]);
      const tokens = [await linkFor(people[0], NEW), await linkFor(people[1], NEW)] as const;
      expect(await statuses([confirm(people[0], tokens[0]), confirm(people[1], tokens[1])])).toEqual([
        200, 409,
      ]);
      expect(await api.prisma.user.count({ where: { email: NEW } })).toBe(1);
      expect(await api.prisma.addressChange.count({ where: { appliedAt: { not: null } } })).toBe(1);
    }
  });

  it('is rejected for an address that another change reserves at the same moment', async () => {
    const ada = await signUp(api, OLD);
    const eve = await signUp(api, 'eve@example.com');
    const eves = await linkFor(eve, 'free@example.com');
    const token = await linkFor(ada, NEW);
    await api.prisma.addressChange.updateMany({
      where: { newEmail: 'free@example.com' },
      data: { newEmail: OLD },
    });
    // Eve's statement waits until Ada's change commits, because both write the same unique index. Then it sees that the
    // address is reserved.
    const reply = await api.commitOnceWaitedFor(
      async (client) => {
        await client.query(`UPDATE users SET email = $1 WHERE email = $2`, [NEW, OLD]);
        await client.query(
          `UPDATE address_changes SET applied_at = now(), undo_until = now() + interval '7 days' WHERE new_email = $1`,
          [NEW],
        );
      },
      () => eve.post('/address-link', { token: eves }),
    );
    expect(reply.body).toMatchObject({ code: 'AddressTaken' });
    expect((await confirm(ada, token)).body).toMatchObject({ code: 'LinkUsed' });
  });

  it('invalidates a reset link of the former address, whichever is used first', async () => {
    for (let round = 0; round < 5; round++) {
      await api.empty();
      const ada = await signUp(api, OLD);
      const token = await linkFor(ada, NEW);
      await (await api.visit()).post('/forgot-password', { email: OLD });
      const reset = await api.mailedToken(OLD, 'reset-password');
      const stranger = await replica.visit();
      const set = async () =>
        stranger.post(`/reset-password?resetToken=${reset}`, passwordBody('Another-Good-One-9!'));
      const [changed, first] = await Promise.all([confirm(ada, token), set()]);
      // If the reset comes first, it ends Ada's session, and the change fails.
      expect([changed.status === 200, first.status === 200].filter(Boolean).length).toBeGreaterThanOrEqual(1);
      await stranger.refreshCsrfToken();
      expect((await set()).status).toBe(410);
    }
  });

  it('is undone once when the undo link is used twenty times', async () => {
    const ada = await signUp(api, OLD);
    await confirm(ada, await linkFor(ada, NEW));
    const token = await undoToken();
    const visitor = await replica.visit();
    const found = await statuses(
      Array.from({ length: 20 }, async () => visitor.post('/address-undo', { token })),
    );
    expect(found.filter((status) => status === 200)).toHaveLength(1);
    expect(await api.prisma.user.count({ where: { email: OLD } })).toBe(1);
  });

  it('leaves no session when it is undone during a login', async () => {
    for (let round = 0; round < 8; round++) {
      await api.empty();
      const ada = await signUp(api, OLD);
      await confirm(ada, await linkFor(ada, NEW));
      const token = await undoToken();
      const [owner, thief] = await Promise.all([api.visit(), replica.visit()]);
      await Promise.all([
        (async () => owner.post('/address-undo', { token }))(),
        ...Array.from({ length: 3 }, async () =>
          thief.post('/login', { email: NEW, password: GOOD_PASSWORD }),
        ),
      ]);
      expect(await api.prisma.session.count()).toBe(0);
    }
  });
});
