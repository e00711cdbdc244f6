import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type CaughtMail = { to: string[]; email: Email; source: string; isEncrypted: boolean };

export class CatchingSmtp {
  readonly mails: CaughtMail[] = [];
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();
  /** Called before each message is accepted: a spec can delay it, or reject it by throwing. */
  onMessage: (mail: CaughtMail) => Promise<void> | void = () => {};
  /** Called before a connection, sender or recipient is accepted: a spec can delay it, or reject it by throwing. */
  onStep: (step: 'connect' | 'MAIL' | 'RCPT', address: string) => Promise<void> | void = () => {};

  private constructor(certificate: { key: string; cert: string } | undefined) {
    this.#server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: certificate ? ['AUTH'] : ['STARTTLS', 'AUTH'],
      ...certificate,
      closeTimeout: 100,
      onConnect: (_session, done) => this.#step('connect', '', done),
      onMailFrom: ({ address }, _session, done) => this.#step('MAIL', address, done),
      onRcptTo: ({ address }, _session, done) => this.#step('RCPT', address, done),
      onData: (stream, session, done) => {
        void (async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          const source = Buffer.concat(chunks).toString('utf8');
          const to = session.envelope.rcptTo.map((recipient) => recipient.address);
          const mail = { to, email: await PostalMime.parse(source), source, isEncrypted: session.secure };
          try {
            await this.onMessage(mail);
            this.mails.push(mail);
            done();
          } catch (error) {
            done(error as Error);
          }
        })();
      },
    });
    this.#server.on('error', () => {});
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  #step(step: 'connect' | 'MAIL' | 'RCPT', address: string, done: (error?: Error) => void): void {
    void (async () => {
      try {
        await this.onStep(step, address);
        done();
      } catch (error) {
        done(error as Error);
      }
    })();
  }

  /** Offers STARTTLS only with a certificate. */
  static async start(port = 0, certificate?: { key: string; cert: string }): Promise<CatchingSmtp> {
    const smtp = new CatchingSmtp(certificate);
    await new Promise<void>((resolve) => smtp.#server.listen(port, '127.0.0.1', resolve));
    return smtp;
  }

  get url(): string {
    const address = this.#server.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `smtp://127.0.0.1:${address.port}`;
  }

  async waitForMail(to: string): Promise<CaughtMail> {
    for (let tries = 0; tries < 2_000; tries++) {
      const mail = this.mails.find((caught) => caught.to.includes(to));
      if (mail) return mail;
      await sleep(50);
    }
    throw new Error(`no mail to ${to}`);
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
