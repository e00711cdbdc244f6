import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { RetentionService } from '../database/retention.service.ts';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { environmentFor } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';
import { MetricsServer } from './metrics-server.ts';
import { TestCollector } from '../test-support/observe/test-collector.ts';
import { Tracing, withoutValues } from './tracing.ts';

const EMAIL = 'ada@example.com';

describe('metrics', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({});
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const scrape = async () =>
    (await fetch(`http://127.0.0.1:${api.service(MetricsServer).port}/metrics`)).text();

  it('start at 0 if an alert watches their increase', async () => {
    const text = await scrape();
    for (const series of [
      'foyer_security_events_total{action="oauth.reuse",outcome="ok"} 0',
      'foyer_security_events_total{action="lockout",outcome="ok"} 0',
      'foyer_security_events_total{action="sso.login",outcome="signature"} 0',
      'foyer_security_events_total{action="sso.login",outcome="InternalError"} 0',
      'foyer_security_events_total{action="plan.upgrade",outcome="PaymentUnavailable"} 0',
      'foyer_http_requests_total{method="POST",route="/login",status="500"} 0',
      'foyer_http_requests_total{method="POST",route="/oauth/token",status="503"} 0',
      'foyer_retention_runs_total 0',
    ])
      expect(text).toContain(series);
    await api.service(RetentionService).run();
    expect(await scrape()).toContain('foyer_retention_runs_total 1');
  });

  it('are on their own port and not on the portal’s [asvs 13.4.5]', async () => {
    expect((await api.http.get('/metrics')).status).toBe(404);
    expect(await scrape()).toContain('nodejs_eventloop_lag_seconds');
    const { status } = await fetch(`http://127.0.0.1:${api.service(MetricsServer).port}/`);
    expect(status).toBe(404);
  });

  it('count requests by route, logins by outcome, statements, connections and jobs, without personal data', async () => {
    const ada = await signUp(api, EMAIL);
    await ada.post('/login', { email: EMAIL, password: 'wrong' });
    await api.http.get('/invitation/team/some-secret-code');
    await api.pool.query(
      `INSERT INTO pgboss.job (name, created_on, start_after, state, retry_count) VALUES
         -- Made to wait for days, and due since ten minutes.
         ('mail-failed', now() - interval '3 days', now() - interval '10 minutes', 'created', 0),
         ('mail-failed', now() - interval '3 days', now() + interval '10 minutes', 'created', 0),
         -- Failed and tried again since an hour.
         ('mail', now() - interval '1 hour', now() + interval '10 minutes', 'retry', 9)`,
    );
    const text = await scrape();
    expect(text).toMatch(/foyer_http_requests_total\{method="POST",route="\/login",status="401"\} 1/);
    expect(text).toMatch(
      /foyer_http_request_duration_seconds_count\{method="GET",route="\/invitation\/team\/:id",status_class="4xx"\} 1/,
    );
    expect(text).toContain('foyer_security_events_total{action="login",outcome="Unauthorized"} 1');
    expect(text).toMatch(/foyer_database_query_duration_seconds_count\{outcome="ok"\} [1-9]/);
    expect(text).toMatch(/foyer_database_pool_connections\{state="waiting"\} 0/);
    expect(text).toMatch(/foyer_queue_oldest_job_age_seconds\{queue="mail-failed"\} 60\d/);
    expect(text).toMatch(/foyer_queue_oldest_job_age_seconds\{queue="mail"\} 360\d/);
    expect(text).toContain('foyer_queue_jobs{queue="mail-failed"} 1');
    expect(text).toContain('foyer_queue_jobs{queue="mail"}');
    expect(text).toContain('foyer_password_hash_queue_length 0');
    for (const secret of ['some-secret-code', EMAIL]) expect(text).not.toContain(secret);
  });
});

describe('the route of a request in metrics, logs and traces', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const countOf = async (series: string): Promise<number> => {
    const { port } = api.service(MetricsServer);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`foyer_http_requests_total{${series}}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it.each([
    ['GET', '/join-team/secret', 'method="GET",route="/join-team/:invitationCode",status="200"'],
    ['GET', '/login', 'method="GET",route="/login",status="200"'],
    ['HEAD', '/saml/secret', 'method="HEAD",route="/saml/:idpName",status="200"'],
    ['GET', '/secret', 'method="GET",route="unknown",status="404"'],
    ['POST', '/secret', 'method="POST",route="unknown",status="404"'],
    ['PUT', '/join-team/secret', 'method="PUT",route="unknown",status="404"'],
    // Without a CSRF token, the request is refused before the router.
    ['POST', '/login', 'method="POST",route="/login",status="403"'],
    [
      'DELETE',
      '/settings/security/sessions/secret',
      'method="DELETE",route="/settings/security/sessions/:id",status="403"',
    ],
  ])('is a pattern for %s %s', async (method, path, series) => {
    const before = await countOf(series);
    await (await fetch(`${api.url}${path}`, { method, headers: { accept: 'text/html' } })).text();
    expect(await countOf(series)).toBe(before + 1);
  });
});

describe('traces', () => {
  let collector: TestCollector;
  let provider: CardProvider;
  let api: TestApi;
  beforeAll(async () => {
    collector = await TestCollector.start();
    provider = await startCardProvider({});
    api = await TestApi.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...environmentFor(provider),
    });
  });
  beforeEach(() => api.empty());
  afterAll(async () => {
    await api.stop();
    await provider.stop();
    collector.stop();
  });
  const spans = () => collector.spans;

  it('reach the collector, with a request in the caller’s trace, its statements, and no secrets', async () => {
    const ada = await signUp(api, EMAIL);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await ada
      .post('/login?redirect=secret-query', { email: EMAIL, password: GOOD_PASSWORD })
      .set('traceparent', `00-${traceId}-b7ad6b7169203331-01`)
      .expect(200);
    await api.service(Tracing).flush();
    expect(collector.received[0]).toMatch(/^\/v1\/traces /);
    const request = spans().find((span) => span.traceId === traceId && span.name === 'POST /login');
    expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
    const below = spans().filter((span) => span.parentSpanId === request?.spanId);
    expect(below.map((span) => span.name)).toEqual(expect.arrayContaining(['WITH', 'DELETE']));
    for (const secret of ['secret-query', EMAIL, GOOD_PASSWORD, 'Lovelace', 'sid=', '127.0.0.1'])
      expect(collector.received.join('\n')).not.toContain(secret);
  });

  it('contain the calls to other servers, without paths or secrets', async () => {
    const ada = await signUp(api, EMAIL, { plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' });
    await ada.post('/upgrade-plan', { email: EMAIL, token: 'tok_secret_card' });
    await api.service(Tracing).flush();
    const request = spans().findLast((span) => span.name === 'POST /upgrade-plan');
    const calls = spans().filter(
      (span) => span.traceId === request?.traceId && /^(GET|POST)$/.test(span.name),
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const secret of ['tok_secret_card', '/v1/', provider.secretKey])
      expect(collector.received.join('\n').replaceAll('/v1/traces', '')).not.toContain(secret);
  });

  it('contain no values of statements', () => {
    expect(withoutValues("SELECT 'it''s', 12 FROM t1\n WHERE a = $1 AND b = 'x'")).toBe(
      'SELECT ?, ? FROM t1 WHERE a = $1 AND b = ?',
    );
  });
});
