import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { problemTypes, type ProblemCode } from '@foyer/contracts/problem';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { log } from '../observe/log.ts';
import { Metrics } from '../observe/metrics.ts';
import { Problem } from '../request/problem.ts';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { environmentFor } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';
import { OAuthError } from './oauth-error.ts';
import { rejectionOf } from './rejection-of.ts';

type Line = { requestId: string; msg: string; audit?: { action: string }; address?: string; userId?: string };

describe('the log of rejected calls', () => {
  const lines: Line[] = [];
  let provider: CardProvider;
  let api: TestApi;
  let ada: Visitor;
  let adaId: string;

  beforeAll(async () => {
    const child = log.child.bind(log);
    jest.spyOn(log, 'child').mockImplementation((bindings: object) => {
      const logger = child(bindings) as Logger;
      logger.info = ((line: object, msg: string) =>
        void lines.push({ ...bindings, ...line, msg } as Line)) as Logger['info'];
      return logger as never;
    });
    provider = await startCardProvider({});
    api = await TestApi.start({ ...environmentFor(provider), RATE_LIMIT_FACTOR: '1' });
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
    ({ id: adaId } = await api.prisma.user.findUniqueOrThrow({ where: { email: 'ada@example.com' } }));
    await api.prisma.team.updateMany({ data: { ownerId: null } });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await api.stop();
    await provider.stop();
  });
  beforeEach(() => void (lines.length = 0));

  const countOf = async (outcome: string): Promise<number> => {
    const { values } =
      (await api.service(Metrics).registry.getSingleMetric('foyer_security_events_total')?.get()) ?? {};
    return (
      values?.find(({ labels }) => labels['action'] === 'access.refused' && labels['outcome'] === outcome)
        ?.value ?? -1
    );
  };
  const tooMany = async () => {
    const call = () => ada.post('/forgot-password', { email: 'nobody@example.com' });
    await call();
    await api.pool.query("UPDATE rate_limits SET points = 1000 WHERE key LIKE 'POST /forgot-password %'");
    return call();
  };

  it.each([
    ['rights', 'NotOwner', 403, () => ada.patch('/settings/team', { has_incomplete_billing: false }), true],
    ['csrf', 'InvalidCsrfToken', 403, () => ada.agent.patch('/settings/team').send({ name: 'Mine' }), false],
    ['session', 'SignInRequired', 401, () => api.http.get('/settings/security/sessions'), false],
    [
      'token',
      'invalid_token',
      401,
      () => api.http.get('/oauth/userinfo').set('authorization', 'Bearer forged'),
      false,
    ],
    [
      'client',
      'invalid_client',
      401,
      () => api.http.post('/oauth/introspect').auth('unknown', 'guessed').type('form').send('token=x'),
      false,
    ],
    [
      'webhook',
      'MalformedBody',
      400,
      () =>
        api.http
          .post('/webhooks/stripe')
          .set({ 'content-type': 'application/json', 'stripe-signature': 't=1,v1=forged' })
          .send('{}'),
      false,
    ],
    ['rate', 'TooManyRequests', 429, tooMany, false],
  ] as const)(
    'contains one line for the kind %s, which is counted once and stored in no row',
    async (outcome, code, status, call, isKnown) => {
      const before = await countOf(outcome);
      const reply = await call();
      expect(reply.status).toBe(status);
      const requestId = reply.headers['x-request-id'];
      const ofCall = lines.filter((line) => line.requestId === requestId);
      const logLines = ofCall.filter(({ audit }) => audit?.action === 'access.refused');
      expect(logLines).toHaveLength(1);
      expect(logLines[0]?.audit).toMatchObject({
        outcome,
        requestId,
        details: { code },
        ipAddress: expect.stringMatching(/127\.0\.0\.1$/),
        userId: isKnown ? adaId : undefined,
      });
      expect(ofCall.find(({ msg }) => msg === 'request')).toMatchObject({
        address: expect.stringMatching(/127\.0\.0\.1$/),
        ...(isKnown ? { userId: adaId } : {}),
      });
      expect(await countOf(outcome)).toBe(before + 1);
      expect(await api.prisma.auditEvent.count({ where: { action: 'access.refused' } })).toBe(0);
    },
  );

  it('contains nothing that the client sent', async () => {
    await api.http.get('/oauth/userinfo?state=secret-token').set('authorization', 'Bearer secret-token');
    await api.http
      .post('/webhooks/stripe')
      .set('content-type', 'application/json')
      .send('{"secret":"secret-token"}');
    expect(JSON.stringify(lines)).not.toContain('secret-token');
  });

  it('contains no line for a successful call, invalid input or an unknown path', async () => {
    await ada.get('/settings/security/sessions').expect(200);
    await ada.patch('/settings/profile', { first_name: '' }).expect(400);
    await ada.get('/nowhere').expect(404);
    expect(lines.filter(({ audit }) => audit?.action === 'access.refused')).toEqual([]);
  });

  it('has a kind for every code that has no event of its own [asvs 16.3.2, 16.3.3]', () => {
    const request = { endpoint: undefined } as unknown as Request;
    const ofForms: ProblemCode[] = [
      'Unauthorized',
      'PasskeyRefused',
      'SecondFactorRequired',
      'LoginOver',
      'ProofNeeded',
      'WrongCode',
      'WrongMailedCode',
      'Locked',
      'CodesLocked',
      'AttemptsPending',
    ];
    const codes = (Object.keys(problemTypes) as ProblemCode[]).filter((code) =>
      [401, 403, 423, 429].includes(problemTypes[code].status),
    );
    const untold = codes.filter((code) => rejectionOf(new Problem(code), request) === undefined);
    expect(untold.toSorted()).toEqual(ofForms.toSorted());
    expect(rejectionOf(new OAuthError('insufficient_scope', ''), request)).toBe('rights');
  });

  it('names the user in the line of any request, from the session or a successful login', async () => {
    const visitor = await api.visit();
    lines.length = 0;
    await ada.get('/session');
    await api.http.get('/session');
    await visitor.post('/login', { email: 'ada@example.com', password: 'Wrong' });
    await visitor.post('/login', { email: 'ada@example.com', password: GOOD_PASSWORD });
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests.map(({ userId }) => userId)).toEqual([adaId, undefined, undefined, adaId]);
  });
});
