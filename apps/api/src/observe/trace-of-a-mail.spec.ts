import { setTimeout as sleep } from 'node:timers/promises';
import { CatchingSmtp } from '@foyer/testing/catching-smtp';
import { StartedProcess } from '@foyer/testing/start-process';
import { testRoleUrls } from '@foyer/testing/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, testEnvironment } from '../test-support/test-api.ts';
import { TestCollector } from '../test-support/observe/test-collector.ts';
import { Tracing } from './tracing.ts';

const EMAIL = 'ada@example.com';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

describe('the trace of a request that causes a mail', () => {
  let collector: TestCollector;
  let smtp: CatchingSmtp;
  let api: TestApi;
  let worker: StartedProcess;
  beforeAll(async () => {
    collector = await TestCollector.start();
    smtp = await CatchingSmtp.start();
    api = await TestApi.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await api.empty();
    worker = await StartedProcess.start(
      'apps/mail-worker/src/main.ts',
      {
        NODE_ENV: 'test',
        WORKER_DATABASE_URL: testRoleUrls().worker,
        MAIL_SECRET: testEnvironment()['MAIL_SECRET'] ?? '',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Foyer <no-reply@portal.test>',
        PUBLIC_URL: 'https://portal.test',
        METRICS_PORT: '0',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
      },
      'the mail worker is up',
    );
  });
  afterAll(async () => {
    await worker.kill();
    await api.stop();
    await smtp.stop();
    collector.stop();
  });

  it('includes the job that writes the mail and the worker that sends it, without personal data', async () => {
    const ada = await signUp(api, EMAIL);
    await ada
      .post('/forgot-password', { email: EMAIL })
      .set('traceparent', `00-${TRACE_ID}-b7ad6b7169203331-01`);
    let mail = await smtp.waitForMail(EMAIL);
    while (!mail.email.subject?.toLowerCase().includes('reset')) {
      smtp.mails.splice(smtp.mails.indexOf(mail), 1);
      mail = await smtp.waitForMail(EMAIL);
    }
    await worker.kill('SIGTERM');
    const find = (name: string) =>
      collector.spans.find((span) => span.traceId === TRACE_ID && span.name === name);
    // Waits for the span of the job that requested the mail, because the worker can send the mail before this job has
    // ended.
    while (!find('process address-mail')) {
      await sleep(20);
      await api.service(Tracing).flush();
    }
    const request = find('POST /forgot-password');
    const job = find('process address-mail');
    const sending = find('process mail');
    expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
    expect(job).toMatchObject({ parentSpanId: request?.spanId });
    expect(sending).toMatchObject({
      parentSpanId: job?.spanId,
      attributes: expect.arrayContaining([
        { key: 'foyer.mail.kind', value: { stringValue: 'reset-password' } },
        { key: 'foyer.mail.outcome', value: { stringValue: 'sent' } },
      ]),
    });
    expect(job?.resource).toMatchObject({
      'service.name': 'foyer-api',
      'service.version': '1.0.0-rc.1',
      'deployment.environment.name': 'test',
    });
    expect(sending?.resource).toMatchObject({
      'service.name': 'foyer-mail-worker',
      'service.version': '1.0.0-rc.1',
      'deployment.environment.name': 'staging',
    });
    expect(sending?.resource['service.instance.id']).not.toBe(job?.resource['service.instance.id']);
    expect(collector.received.join('\n')).not.toContain(EMAIL);
  });
});
