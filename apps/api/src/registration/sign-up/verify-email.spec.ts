import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { TestApi } from '../../test-support/test-api.ts';
import { advanceLimits } from '../../test-support/test-limits.ts';

describe('POST /verify-email/resend', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  it('sends no mail within 120 seconds, and then one mail for ten concurrent calls', async () => {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody());
    const resend = () => visitor.post('/verify-email/resend', { email: 'Ada@example.com' });
    // Stays well below the cooldown of 120 seconds, because a busy machine takes seconds for a request.
    await advanceLimits(api, 110);
    expect((await resend()).status).toBe(200);
    expect(await api.queuedMails()).toHaveLength(1);
    await advanceLimits(api, 11);
    const replies = await Promise.all(Array.from({ length: 10 }, resend));
    for (const reply of replies) expect([reply.status, reply.text]).toEqual([200, '{}']);
    expect(await api.queuedMails()).toHaveLength(2);
  });

  it('answers an unknown address like a known one and sends no mail', async () => {
    const visitor = await api.visit();
    const reply = await visitor.post('/verify-email/resend', { email: 'nobody@example.com' });
    expect([reply.status, reply.text]).toEqual([200, '{}']);
    expect(await api.queuedMails()).toEqual([]);
  });

  it('rejects text that is not an address', async () => {
    const visitor = await api.visit();
    const reply = await visitor.post('/verify-email/resend', { email: 'x' });
    expect(reply.body).toMatchObject({
      code: 'ValidationFailed',
      fields: { email: 'Valid email address required' },
    });
  });
});
