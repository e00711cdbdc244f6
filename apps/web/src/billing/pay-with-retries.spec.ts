import { describe, expect, it } from '@jest/globals';
import { PAYMENT_ASK_AGAIN_MS, SAFE_TO_LEAVE_MS } from '@foyer/contracts/deadlines';
import { ProblemError } from '../http/errors.ts';
import { answer, fakeServer, problemAnswer } from '../test-portal.tsx';
import { pollPayment, payWithRetries, PaymentOutcomeUnknown } from './pay-with-retries.ts';

const body = { email: 'ada@example.test', token: 'tok_1' };
const paid = answer({ subscription: { status: 'active', currentPeriodEnd: '2027-01-01T00:00:00.000Z' } });
const pending = answer({ pending: true }, 202);
const bankAsks = answer({ requiresAction: true, clientSecret: 'pi_1_secret_2' }, 202);
const PAY = 'POST /upgrade-plan';
const ASK = 'POST /upgrade-plan/confirmation';

/** The clock of this simulated page advances only while the page waits. */
function waiting() {
  const page = { clock: 0, lateAt: undefined as number | undefined };
  const patience = {
    onLate: () => void (page.lateAt ??= page.clock),
    pause: async (ms: number) => void (page.clock += ms),
    now: () => page.clock,
  };
  return { page, patience };
}

describe('payment retries', () => {
  it('poll while the outcome is unknown, and never send the payment again', async () => {
    const calls = fakeServer({
      [PAY]: pending,
      [ASK]: [pending, 'unreachable', problemAnswer('Unavailable'), paid],
    });
    await expect(payWithRetries(body, waiting().patience)).resolves.toHaveProperty('subscription');
    expect(calls.map(({ path }) => path)).toEqual([
      '/upgrade-plan',
      ...Array.from({ length: 4 }, () => '/upgrade-plan/confirmation'),
    ]);
    expect(calls.at(-1)?.body).toEqual({ token: body.token });
  });

  it('repeat a call whose answer was lost with the same card token', async () => {
    const calls = fakeServer({ [PAY]: ['unreachable', answer('Bad Gateway', 502), paid] });
    await expect(payWithRetries(body, waiting().patience)).resolves.toHaveProperty('subscription');
    expect(calls.map((call) => call.body)).toEqual([body, body, body]);
  });

  it('change to polling after a while, and report that no call reached the server', async () => {
    const { page, patience } = waiting();
    const calls = fakeServer({ [PAY]: 'unreachable', [ASK]: ['unreachable', problemAnswer('NotFound')] });
    await expect(payWithRetries(body, patience)).rejects.toThrow('never begun');
    expect(page.lateAt).toBeGreaterThanOrEqual(SAFE_TO_LEAVE_MS);
    expect(page.lateAt).toBeLessThan(SAFE_TO_LEAVE_MS + 2 * PAYMENT_ASK_AGAIN_MS);
    expect(calls.at(-1)?.path).toBe('/upgrade-plan/confirmation');
  });

  it.each(['CardDeclined', 'CardUnknown', 'SumChanged', 'PaymentUnavailable'] as const)(
    'report a definite outcome immediately: %s, from paying or polling',
    async (code) => {
      fakeServer({ [PAY]: [problemAnswer(code), pending], [ASK]: problemAnswer(code) });
      await expect(payWithRetries(body, waiting().patience)).rejects.toMatchObject({ code });
      await expect(payWithRetries(body, waiting().patience)).rejects.toMatchObject({ code });
    },
  );

  it('treat "already PRO" as success only after a lost answer', async () => {
    fakeServer({ [PAY]: ['unreachable', problemAnswer('AlreadySubscribed')] });
    await expect(payWithRetries(body, waiting().patience)).resolves.toHaveProperty('subscription');
    fakeServer({ [PAY]: problemAnswer('AlreadySubscribed') });
    await expect(payWithRetries(body, waiting().patience)).rejects.toBeInstanceOf(ProblemError);
  });

  it('report a session that ended during polling as an unknown outcome, not as a failed payment', async () => {
    fakeServer({ [PAY]: [pending, problemAnswer('SignInRequired')], [ASK]: problemAnswer('SignInRequired') });
    await expect(payWithRetries(body, waiting().patience)).rejects.toBeInstanceOf(PaymentOutcomeUnknown);
    await expect(payWithRetries(body, waiting().patience)).rejects.toMatchObject({ code: 'SignInRequired' });
  });

  it('return the bank’s challenge, even after polling', async () => {
    fakeServer({ [PAY]: pending, [ASK]: [pending, bankAsks] });
    await expect(payWithRetries(body, waiting().patience)).resolves.toHaveProperty('clientSecret');
  });

  it('ignore a challenge that the visitor has already passed', async () => {
    fakeServer({ [ASK]: [bankAsks, 'unreachable', paid] });
    const { patience } = waiting();
    await expect(
      pollPayment({ token: body.token }, { ...patience, isBankApproved: true }),
    ).resolves.toHaveProperty('subscription');
  });
});
