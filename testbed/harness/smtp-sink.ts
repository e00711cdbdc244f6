import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export type SunkMail = { to: string; messageId: string; at: number };

/** A mail server with the part of RFC 5321 that clients use. Records recipients and can fail on request. */
export class SmtpSink {
  readonly mails: SunkMail[] = [];
  delayMs = 0;
  replyTo: (address: string) => string | Promise<string> = () => '250 taken';
  /** The reply to a new connection. `replyToSender` is the reply to MAIL. */
  greeting = '220 sink';
  replyToSender = '250 fine';
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(port: number): Promise<SmtpSink> {
    const sink = new SmtpSink(port);
    await sink.open();
    return sink;
  }

  count(prefix = ''): { distinct: number; all: number } {
    const mails = this.mails.filter(({ to }) => to.startsWith(prefix));
    return { distinct: new Set(mails.map(({ messageId }) => messageId)).size, all: mails.length };
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => this.#serve(socket));
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    socket.setNoDelay(true);
    let mail = { to: '', messageId: '', at: 0 };
    let isInMessage = false;
    const answer = (line: string): void => void socket.write(`${line}\r\n`);
    const take = async (): Promise<void> => {
      const taken = mail;
      if (this.delayMs > 0) await wait(this.delayMs);
      const reply = await this.replyTo(taken.to);
      // Counts an accepted mail even if the worker ended before it got the reply. The mail is then sent again.
      if (reply.startsWith('2')) this.mails.push({ ...taken, at: performance.now() });
      if (!socket.destroyed) answer(reply);
    };
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (isInMessage) {
        if (line === '.') {
          isInMessage = false;
          void take();
        } else if (/^message-id:/i.test(line)) mail.messageId = line.slice('message-id:'.length).trim();
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'MAIL') mail = { to: '', messageId: '', at: 0 };
      if (verb === 'RCPT') mail.to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'DATA') isInMessage = true;
      if (verb === 'QUIT') return void socket.end('221 bye\r\n');
      if (verb === 'MAIL') return answer(this.replyToSender);
      answer(verb === 'DATA' ? '354 go on' : '250 fine');
    });
    answer(this.greeting);
  }
}
