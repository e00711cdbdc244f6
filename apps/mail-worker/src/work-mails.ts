import { traceIdOf, traceOf } from '@foyer/mail/carry-trace';
import { MAIL_QUEUE, outcomeOfFailure } from '@foyer/mail/queues';
import { mustEncryptMail, readExceptions } from '@foyer/mail/transport';
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from '@opentelemetry/api';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { deliverMail } from './deliver-mail.ts';
import type { WorkerEnv } from './env.ts';
import { MailServer } from './mail-server.ts';
import { MailsInFlight, type MailResult, type QueuedMail } from './mails-in-flight.ts';
import type { MailOutcome, WorkerMetrics } from './metrics.ts';
import { AnswerLost, smtpFailureOf } from './smtp-failure.ts';

const SUPERVISE_SECONDS = 10;
const STOP_TIMEOUT_MS = 22_000;

/**
 * Works the mail queue until `stop` is called. A permanently rejected mail goes to the failed queue immediately. After
 * other failures, a mail is sent again later, but after a lost reply only one more time. An expired mail is not sent.
 * Each try is a span in the trace of the request that caused the mail, without personal data.
 */
export async function workMails(
  env: WorkerEnv,
  log: Logger,
  metrics: WorkerMetrics,
  tracer: Tracer = trace.getTracer('none'),
): Promise<{ stop: () => Promise<void> }> {
  const server = new MailServer(env.SMTP_URL, log, (isUp) => metrics.setMailServer(isUp), {
    mustEncrypt: mustEncryptMails(env),
  });
  const boss = new PgBoss({
    connectionString: env.WORKER_DATABASE_URL,
    application_name: 'foyer-worker',
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue error'));
  await boss.start();
  const inHand = new MailsInFlight(boss, log, workInTrace);

  async function workInTrace(job: QueuedMail, signal: AbortSignal): Promise<MailResult> {
    const parent = traceOf(job.data);
    const attributes = { 'messaging.system': 'pg-boss', 'messaging.destination.name': MAIL_QUEUE };
    const span = tracer.startSpan(`process ${MAIL_QUEUE}`, { kind: SpanKind.CONSUMER, attributes }, parent);
    try {
      return await context.with(trace.setSpan(parent, span), () => work(job, signal, span));
    } finally {
      span.end();
    }
  }

  async function work(job: QueuedMail, signal: AbortSignal, span: Span): Promise<MailResult> {
    const { id, data } = job;
    const about = { jobId: id, kind: data.kind, ...traceIdOf(data) };
    const startedAt = performance.now();
    const count = (outcome: MailOutcome): void => {
      metrics.countMail(data.kind, outcome, (performance.now() - startedAt) / 1000);
      span.setAttributes({ 'foyer.mail.kind': data.kind, 'foyer.mail.outcome': outcome });
      if (outcome === 'failed' || outcome === 'dead') span.setStatus({ code: SpanStatusCode.ERROR });
    };
    if (isTooLate(job)) {
      count('late');
      metrics.countJob('completed');
      log.warn(about, 'mail not sent: its link has expired');
      return { status: 'completed' };
    }
    try {
      await deliverMail(id, data, env, server, signal);
      count('sent');
      metrics.countJob('completed');
      log.info(about, 'mail sent');
      return { status: 'completed' };
    } catch (error) {
      const wasAnswerLost = hasLostAnswer(job);
      const isAnswerLost = error instanceof AnswerLost;
      const isFinal = smtpFailureOf(error) === 'final' || (isAnswerLost && wasAnswerLost);
      count(isFinal ? 'dead' : 'failed');
      metrics.countJob(isFinal ? 'given-up' : outcomeOfFailure(job));
      log.warn({ ...about, err: error, isFinal }, 'mail not sent');
      const message = error instanceof Error ? error.message : 'unknown';
      return {
        status: isFinal ? 'dead' : 'failed',
        output: { message, isAnswerLost: isAnswerLost || wasAnswerLost },
      };
    }
  }

  return {
    stop: async () => {
      server.stop();
      await inHand.stop(STOP_TIMEOUT_MS);
      await boss.stop({ graceful: false });
      server.close();
    },
  };
}

/** In production, mails need TLS, except within this machine or with INSECURE_TRANSPORT (docs/install.md). */
function mustEncryptMails({ NODE_ENV, SMTP_URL, INSECURE_TRANSPORT }: WorkerEnv): boolean {
  return (
    NODE_ENV === 'production' && mustEncryptMail(SMTP_URL, readExceptions(INSECURE_TRANSPORT).exceptions)
  );
}

function isTooLate({ data: { until } }: QueuedMail): boolean {
  return until !== undefined && Date.now() > Date.parse(until);
}

function hasLostAnswer({ output }: QueuedMail): boolean {
  return output !== null && 'isAnswerLost' in output && output.isAnswerLost === true;
}
