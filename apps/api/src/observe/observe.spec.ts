import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startCardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { RetentionService } from '../database/retention.service.ts';
import { signUp } from '../test-accounts.ts';
import { TestApi } from '../test-api.ts';
import { environmentFor } from '../test-billing.ts';
import { GOOD_PASSWORD } from '../test-bodies.ts';
import { MetricsServer } from './metrics-server.ts';
import { Tracing, withoutValues } from './tracing.ts';

const EMAIL = 'ada@example.com';

describe('metrics', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const scrape = async () =>
    (await fetch(`http://127.0.0.1:${api.service(MetricsServer).port}/metrics`)).text();

  it('begin at 0 where an alert asks how many more there are', async () => {
    const text = await scrape();
    for (const series of [
      'foyer_security_events_total{action="oauth.reuse",outcome="ok"} 0',
      'foyer_security_events_total{action="lockout",outcome="ok"} 0',
      'foyer_security_events_total{action="sso.login",outcome="signature"} 0',
      'foyer_http_requests_total{method="POST",route="/upgrade-plan",status="503"} 0',
      'foyer_retention_runs_total 0',
    ])
      expect(text).toContain(series);
    await api.service(RetentionService).run();
    expect(await scrape()).toContain('foyer_retention_runs_total 1');
  });

  it('are on a port of their own and not on the portal’s', async () => {
    expect((await api.http.get('/metrics')).status).toBe(404);
    expect(await scrape()).toContain('nodejs_eventloop_lag_seconds');
    const { status } = await fetch(`http://127.0.0.1:${api.service(MetricsServer).port}/`);
    expect(status).toBe(404);
  });

  it('count requests by pattern, log-ins by outcome, statements, connections and jobs, and name nobody', async () => {
    const ada = await signUp(api, EMAIL);
    await ada.post('/login', { email: EMAIL, password: 'wrong' });
    await api.http.get('/invitation/team/some-secret-code');
    await api.pool.query(
      `INSERT INTO pgboss.job (name, data, start_after) VALUES ('mail-failed', '{}', now() - interval '10 minutes')`,
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
    expect(text).toContain('foyer_queue_jobs{queue="mail"}');
    expect(text).toContain('foyer_password_hash_queue_length 0');
    for (const secret of ['some-secret-code', EMAIL]) expect(text).not.toContain(secret);
  });
});

describe('traces', () => {
  let collector: Server;
  let api: TestApi;
  const received: string[] = [];
  beforeAll(async () => {
    collector = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(`${request.url} ${body}`);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    api = await TestApi.start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    await api.empty();
  });
  afterAll(async () => {
    await api.stop();
    collector.closeAllConnections();
    collector.close();
  });

  type SentSpan = { name: string; traceId: string; spanId: string; parentSpanId?: string };
  const spans = (): SentSpan[] =>
    received.flatMap((line) => {
      const { resourceSpans } = JSON.parse(line.slice(line.indexOf(' '))) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });

  it('reach the collector: a request under the caller’s trace with its statements below it, and no secret', async () => {
    const ada = await signUp(api, EMAIL);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await ada
      .post('/login?redirect=secret-query', { email: EMAIL, password: GOOD_PASSWORD })
      .set('traceparent', `00-${traceId}-b7ad6b7169203331-01`)
      .expect(200);
    await api.service(Tracing).flush();
    expect(received[0]).toMatch(/^\/v1\/traces /);
    const request = spans().find((span) => span.traceId === traceId && span.name === 'POST /login');
    expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
    const below = spans().filter((span) => span.parentSpanId === request?.spanId);
    expect(below.map((span) => span.name)).toEqual(expect.arrayContaining(['WITH', 'DELETE']));
    for (const secret of ['secret-query', EMAIL, GOOD_PASSWORD, 'Lovelace', 'sid=', '127.0.0.1'])
      expect(received.join('\n')).not.toContain(secret);
  });

  it('have the calls to other servers, by host and status alone', async () => {
    const provider = await startCardProvider({});
    const paying = await TestApi.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      ...environmentFor(provider),
    });
    try {
      await paying.empty();
      const ada = await signUp(paying, EMAIL, { plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' });
      await ada.post('/upgrade-plan', { email: EMAIL, token: 'tok_secret_card' });
      await paying.service(Tracing).flush();
    } finally {
      await paying.stop();
      await provider.stop();
    }
    const request = spans().findLast((span) => span.name === 'POST /upgrade-plan');
    const calls = spans().filter(
      (span) => span.traceId === request?.traceId && /^(GET|POST)$/.test(span.name),
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const secret of ['tok_secret_card', '/v1/', provider.secretKey])
      expect(received.join('\n').replaceAll('/v1/traces', '')).not.toContain(secret);
  });

  it('have no value of a statement in them', () => {
    expect(withoutValues("SELECT 'it''s', 12 FROM t1\n WHERE a = $1 AND b = 'x'")).toBe(
      'SELECT ?, ? FROM t1 WHERE a = $1 AND b = ?',
    );
  });
});
