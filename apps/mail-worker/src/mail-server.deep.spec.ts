import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CatchingSmtp } from '@foyer/testing/catching-smtp';
import { pino } from 'pino';
import { MailServer, type MailServerOptions } from './mail-server.ts';
import { AnswerLost, smtpFailureOf, TooSlow } from './smtp-failure.ts';

const log = pino({ level: 'silent' });
const ADA = 'ada@example.com';

let smtp: CatchingSmtp;
let server: MailServer;
let states: boolean[];
beforeEach(async () => {
  smtp = await CatchingSmtp.start();
  states = [];
  server = open();
});
afterEach(async () => {
  server.stop();
  server.close();
  await smtp.stop();
});

const open = (options: MailServerOptions = {}) =>
  new MailServer(smtp.url, log, (isUp) => states.push(isUp), options);
const send = (to = ADA, signal = new AbortController().signal) =>
  server.send({ from: 'no-reply@portal.test', to, subject: 'Hello', text: 'Hello' }, signal);
const answer = (responseCode: number, text = 'no') => Object.assign(new Error(text), { responseCode });
const never = () => new Promise<void>(() => {});
const count = (to = ADA) => smtp.mails.filter((mail) => mail.to.includes(to)).length;

async function failureOfSending(): Promise<string> {
  return send().then(
    () => 'sent',
    (error: unknown) => smtpFailureOf(error),
  );
}

describe('a fault of the mail server', () => {
  it.each<[string, 'connect' | 'MAIL', number]>([
    ['greets with 554', 'connect', 554],
    ['rejects every sender', 'MAIL', 550],
    ['is shutting down', 'MAIL', 421],
  ])(
    'loses no mail while the server %s: all are sent later, and the fault is reported once at most',
    async (_, step, code) => {
      let rejections = 3;
      smtp.onStep = (at) => {
        if (at === step && rejections-- > 0) throw answer(code);
      };
      await Promise.all(['a@example.com', 'b@example.com', 'c@example.com'].map((to) => send(to)));
      expect(smtp.mails).toHaveLength(3);
      expect(states.length === 0 || (states[0] === false && states.at(-1) === true)).toBe(true);
      expect(states.length).toBeLessThanOrEqual(2);
    },
  );

  it('loses no mail while the server is unreachable [asvs 16.5.2]', async () => {
    const { url } = smtp;
    await smtp.stop();
    const sent = send();
    while (states.length === 0) await sleep(20);
    expect(states).toEqual([false]);
    smtp = await CatchingSmtp.start(Number(new URL(url).port));
    await sent;
    expect([count(), states]).toEqual([1, [false, true]]);
  });

  it('ends when the server rejects a single recipient, even before it accepts a mail', async () => {
    let rejections = 2;
    smtp.onStep = (step) => {
      if (step === 'MAIL' && rejections-- > 0) throw answer(550);
      if (step === 'RCPT') throw answer(550, '5.1.1 no such user');
    };
    expect([await failureOfSending(), states]).toEqual(['final', [false, true]]);
  });

  it('makes a mail wait until it expires or the worker stops', async () => {
    smtp.onStep = (step) => {
      if (step === 'MAIL') throw answer(550);
    };
    const control = new AbortController();
    const late = send(ADA, control.signal);
    const stopped = send('bob@example.com');
    control.abort();
    await expect(late).rejects.toThrow();
    server.stop();
    await expect(stopped).rejects.toThrow();
  });
});

describe('a fault of one mail', () => {
  it.each([
    [550, 'no such user', 'final'],
    [550, '5.1.1 no such user', 'final'],
    [552, '5.2.2 mailbox full', 'final'],
    [550, '5.7.1 relaying denied', 'later'],
    [554, '5.3.0 something is broken here', 'later'],
    [451, 'greylisted', 'later'],
  ])('is recognized by the answer to its recipient: %i %s is %s', async (code, text, fault) => {
    smtp.onStep = (step) => {
      if (step === 'RCPT') throw answer(code, text);
    };
    expect(await failureOfSending()).toBe(fault);
    smtp.onStep = () => {};
    await send('bob@example.com');
    expect([smtp.mails.length, states]).toEqual([1, []]);
  });

  it.each([
    [554, '5.6.0 no such content', 'final'],
    [554, '5.7.1 looks like spam', 'later'],
    [452, 'too much at once', 'later'],
  ])('is recognized by the answer to its message: %i %s is %s', async (code, text, fault) => {
    smtp.onMessage = () => {
      throw answer(code, text);
    };
    expect(await failureOfSending()).toBe(fault);
  });

  it('does not delay other mails while the server does not answer to the recipient', async () => {
    smtp.onStep = (step, address) => (step === 'RCPT' && address === ADA ? never() : undefined);
    const control = new AbortController();
    const hanging = expect(send(ADA, control.signal)).rejects.toThrow('enough');
    await send('bob@example.com');
    expect(smtp.mails).toHaveLength(1);
    control.abort(new Error('enough'));
    await hanging;
  });

  it('ends the attempt as too slow when the server does not answer to the recipient', async () => {
    server = open({ sendTimeoutMs: 300 });
    smtp.onStep = (step) => (step === 'RCPT' ? never() : undefined);
    await expect(send()).rejects.toThrow(TooSlow);
  });
});

describe('a server that answers a message slowly', () => {
  it('may take longer than the handover timeout, and the mail is sent once', async () => {
    server = open({ sendTimeoutMs: 10_000 });
    smtp.onMessage = () => sleep(11_000);
    await send();
    expect(count()).toBe(1);
  });

  it('may have accepted the mail if its reply never arrives', async () => {
    server = open({ answerTimeoutMs: 5_000 });
    let copies = 0;
    smtp.onMessage = () => {
      copies++;
      return never();
    };
    await expect(send()).rejects.toThrow(AnswerLost);
    expect(copies).toBe(1);
  });

  it('gets no more time once another worker has claimed the mail, and still counts as up', async () => {
    const claim = new AbortController();
    smtp.onMessage = () => {
      claim.abort(new Error('taken'));
      return never();
    };
    await expect(send(ADA, claim.signal)).rejects.toThrow('taken');
    await expect(send(ADA, claim.signal)).rejects.toThrow('taken');
    smtp.onMessage = () => {};
    await send('bob@example.com');
    expect([smtp.mails.length, states]).toEqual([1, []]);
  });
});
