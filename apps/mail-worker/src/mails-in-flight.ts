import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailJob } from '@foyer/mail/mail-kinds';
import { MAIL_QUEUE, mailQueueOptions } from '@foyer/mail/queues';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

export type QueuedMail = JobWithMetadata<MailJob>;

/** `completed`: sent or expired. `failed`: retried, if retries are left. `dead`: retried only by an operator. */
export type MailResult = { status: 'completed' | 'failed' | 'dead'; output?: object };

/** The error of a mail that pg-boss returned to the queue after missed heartbeats. */
class ClaimLost extends Error {
  override message = 'this worker lost its claim on the mail';
}

/** The maximum number of mails in flight. Each has its own connection, so that a slow one delays no other. */
const MOST = 40;
const POLL_MS = 250;
const HEARTBEAT_MS = (mailQueueOptions.heartbeatSeconds * 1_000) / 3;
/**
 * Pause before another try to record an outcome while the database is unavailable. A sent mail without a record is sent
 * a second time.
 */
const NOTE_AGAIN_MS = 1_000;

/**
 * Fetches mails as slots become free. The `work` of pg-boss fetches batches, in which the slowest mail delays the rest.
 */
export class MailsInFlight {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #work: (mail: QueuedMail, signal: AbortSignal) => Promise<MailResult>;
  readonly #inHand = new Map<QueuedMail, { done: Promise<void>; claim: AbortController }>();
  readonly #stopping = new AbortController();
  readonly #hands = new EventEmitter<{ free: [] }>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #taking: Promise<void>;

  constructor(
    boss: PgBoss,
    log: Logger,
    work: (mail: QueuedMail, signal: AbortSignal) => Promise<MailResult>,
  ) {
    this.#boss = boss;
    this.#log = log;
    this.#work = work;
    this.#heartbeat = setInterval(() => void this.#keepClaims(), HEARTBEAT_MS);
    this.#taking = this.#take();
  }

  /** Stops fetching. Resolves when no mail is in flight or the time is over. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#taking;
    const done = Promise.all([...this.#inHand.values()].map(({ done }) => done));
    await Promise.race([done, sleep(timeoutMs, undefined, { ref: false })]);
    clearInterval(this.#heartbeat);
  }

  async #take(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const room = MOST - this.#inHand.size;
      const mails = room > 0 ? await this.#fetch(room) : [];
      for (const mail of mails) this.#begin(mail);
      // Counts again, because a slot may have become free during the fetch. Waits for an event, because `Promise.race`
      // would keep the promises of each turn in memory until the worker stops.
      const isFull = this.#inHand.size >= MOST;
      if (isFull) await once(this.#hands, 'free', { signal }).catch(() => {});
      else if (mails.length < room) await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #fetch(batchSize: number): Promise<QueuedMail[]> {
    try {
      // The metadata has the last failure and the number of retries. The mails to one address are a group, of which
      // pg-boss fetches one at a time.
      const options = { batchSize, includeMetadata: true, groupConcurrency: 1 } as const;
      const mails = await this.#boss.fetch<MailJob>(MAIL_QUEUE, options);
      const putBack = mails.length > 0 ? await this.#putBackEarly(mails) : [];
      return mails.filter(({ id }) => !putBack.includes(id));
    } catch (error) {
      this.#log.warn({ err: error }, 'queue error');
      return [];
    }
  }

  /**
   * Puts mails back into the queue if an older mail to the same address is in flight or would be fetched next. The IDs
   * show which is older (UUIDv7). Ignores older mails that pg-boss would fetch after the newer one, because it would
   * then fetch the newer one again and again. Returns the IDs of the mails put back.
   */
  async #putBackEarly(mails: QueuedMail[]): Promise<unknown[]> {
    const { rows } = await this.#boss.getDb().executeSql(
      `UPDATE pgboss.job AS mail SET state = 'created', started_on = NULL, heartbeat_on = NULL
        WHERE mail.name = $1 AND mail.id = ANY ($2::uuid[]) AND mail.state = 'active'
          AND EXISTS (SELECT FROM pgboss.job AS older
                       WHERE older.name = mail.name AND older.group_id = mail.group_id AND older.id < mail.id
                         AND (older.state = 'active' OR older.state < 'active' AND older.start_after <= now()
                                                       AND older.created_on <= mail.created_on))
       RETURNING mail.id`,
      [MAIL_QUEUE, mails.map(({ id }) => id)],
    );
    return rows.map(({ id }: { id: unknown }) => id);
  }

  #begin(mail: QueuedMail): void {
    for (const [former, { claim }] of this.#inHand) if (former.id === mail.id) claim.abort(new ClaimLost());
    const claim = new AbortController();
    const done = this.#work(mail, claim.signal)
      .then((result) => this.#note(mail, result, claim.signal))
      .finally(() => {
        this.#inHand.delete(mail);
        this.#hands.emit('free');
      });
    this.#inHand.set(mail, { done, claim });
  }

  async #note(mail: QueuedMail, { status, output = {} }: MailResult, claim: AbortSignal): Promise<void> {
    while (!claim.aborted) {
      try {
        if (status === 'completed') await this.#boss.complete(MAIL_QUEUE, mail, output);
        else {
          if (status === 'dead') await this.#exhaustRetries(mail);
          await this.#boss.fail(MAIL_QUEUE, mail, output);
        }
        return;
      } catch (error) {
        this.#log.warn({ err: error, jobId: mail.id }, 'queue error');
        await sleep(NOTE_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  /** Removes the remaining retries, so that pg-boss moves the failed job to the failed queue. */
  async #exhaustRetries({ id, retryCount }: QueuedMail): Promise<void> {
    await this.#boss
      .getDb()
      .executeSql(
        `UPDATE pgboss.job SET retry_limit = retry_count WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`,
        [MAIL_QUEUE, id, retryCount],
      );
  }

  async #keepClaims(): Promise<void> {
    const mails = [...this.#inHand.keys()];
    if (mails.length === 0) return;
    try {
      const touched = await this.#boss.touch(MAIL_QUEUE, mails);
      if (!('settled' in touched) || !Array.isArray(touched.settled)) return;
      const ours = new Set<unknown>(touched.settled);
      for (const mail of mails) if (!ours.has(mail.id)) this.#inHand.get(mail)?.claim.abort(new ClaimLost());
    } catch (error) {
      this.#log.warn({ err: error }, 'queue error');
    }
  }
}
