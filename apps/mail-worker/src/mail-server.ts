import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import { AnswerLost, smtpFailureOf, TooSlow } from './smtp-failure.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
/** Timeout for connecting and transmitting. It is short, because repeating an incomplete mail causes no second copy. */
const SEND_TIMEOUT_MS = 15_000;
/**
 * Timeout for the server's reply to the message. It is long, because a retry of a message that the server has accepted
 * sends a second copy (RFC 5321, section 4.5.3.2.6).
 */
const ANSWER_TIMEOUT_MS = 600_000;
/** The pauses double from the first to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/**
 * Failures in a row until the server counts as unavailable. A single failure may come from an idle connection that the
 * server closed.
 */
const FAULTS_TO_BE_DOWN = 2;

type Handed = SendMailOptions & { onHandedOver?: () => void };
type Connection = ReturnType<typeof openConnection>;

export interface MailServerOptions {
  sendTimeoutMs?: number;
  answerTimeoutMs?: number;
  /**
   * Sends nothing to a server that does not offer TLS. An attacker may have removed the offer (RFC 3207, section 6).
   */
  mustEncrypt?: boolean;
}

/** Keeps idle connections open. A connection carries only one mail at a time. */
export class MailServer {
  readonly #url: string;
  readonly #log: Logger;
  readonly #onChange: (isUp: boolean) => void;
  readonly #idle: Connection[] = [];
  readonly #stopping = new AbortController();
  readonly #sendTimeoutMs: number;
  readonly #answerMs: number;
  readonly #mustEncrypt: boolean;
  #faults = 0;
  #notBefore = 0;

  constructor(
    url: string,
    log: Logger,
    onChange: (isUp: boolean) => void,
    {
      sendTimeoutMs = SEND_TIMEOUT_MS,
      answerTimeoutMs = ANSWER_TIMEOUT_MS,
      mustEncrypt = false,
    }: MailServerOptions = {},
  ) {
    this.#url = url;
    this.#log = log;
    this.#onChange = onChange;
    this.#sendTimeoutMs = sendTimeoutMs;
    this.#answerMs = answerTimeoutMs;
    this.#mustEncrypt = mustEncrypt;
  }

  /**
   * While the server is unavailable, tries again until `signal` aborts or `stop` is called, and then throws. If the
   * mail fails for another reason, throws immediately. When `signal` aborts, closes the connection, because another
   * worker may send the mail.
   */
  async send(mail: SendMailOptions, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#stopping.signal]);
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#notBefore - Date.now();
      if (wait > 0) await sleep(wait, undefined, { signal: either });
      try {
        await this.#try(mail, signal);
        this.#note(true);
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (smtpFailureOf(error) !== 'server') {
          // A server that rejects a mail is available. A failure without a reply does not show whether the server is
          // available.
          if (isAnswer(error)) this.#note(true);
          throw error;
        }
        this.#note(false, error);
        if (either.aborted) throw error;
      }
    }
  }

  /** Ends the waiting for an unavailable server. Does not interrupt a transmission. */
  stop(): void {
    this.#stopping.abort();
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  async #try(mail: SendMailOptions, signal: AbortSignal): Promise<void> {
    const connection = this.#idle.pop() ?? openConnection(this.#url, this.#answerMs, this.#mustEncrypt);
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    const timer = setTimeout(
      () => reject(new TooSlow('the mail server did not accept the mail in time')),
      this.#sendTimeoutMs,
    );
    let isHandedOver = false;
    const onHandedOver = () => {
      isHandedOver = true;
      clearTimeout(timer);
    };
    try {
      await Promise.race([connection.sendMail({ ...mail, onHandedOver } as Handed), givenUp]);
      this.#idle.push(connection);
    } catch (error) {
      connection.close();
      if (isHandedOver && !isAnswer(error) && !signal.aborted)
        throw new AnswerLost('the mail server received the mail, but did not confirm it', {
          cause: error,
        });
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #note(isUp: boolean, error?: unknown): void {
    const wasUp = this.#faults < FAULTS_TO_BE_DOWN;
    this.#faults = isUp ? 0 : this.#faults + 1;
    this.#notBefore = isUp
      ? 0
      : Date.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#faults - 1));
    if (wasUp === this.#faults < FAULTS_TO_BE_DOWN) return;
    this.#onChange(isUp);
    if (isUp) this.#log.info('the mail server accepts mail again');
    else this.#log.warn({ err: error }, 'the mail server accepts no mail; all mail waits');
  }
}

function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error;
}

/** `smtps://` uses TLS from the start. `smtp://` upgrades to TLS if the server offers it. */
function openConnection(url: string, socketTimeout: number, requireTLS: boolean) {
  const connection = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0] & { pool: true });
  connection.use('stream', (mail, done) => {
    const { onHandedOver } = mail.data as Handed;
    // The stream is read only after the reply to DATA (354), so at its end the message was transmitted.
    mail.message.processFunc((message) => (onHandedOver ? message.once('end', onHandedOver) : message));
    done();
  });
  return connection;
}
