/**
 * An HTTP load generator in its own process, over keep-alive connections without pipelining. Reads a `LoadPlan` as
 * JSON from stdin and writes a `LoadResult` to stdout. Uses plain sockets to leave CPU time to the measured process.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { quantile } from '../harness/traffic.ts';

export type LoadRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

export type LoadPlan = {
  url: string;
  connections: number;
  /** The load ends after this time. With `isOnce`, it ends earlier if each request was sent. */
  seconds: number;
  isOnce?: boolean;
  mostPerSecond?: number;
  /**
   * The requests, sent in turn. In path, header and body, `{n}` is a unique number and `{r}` a random number up to
   * `range`. `{token}` is the same random number, padded with x to the 43 characters of a token.
   */
  requests: LoadRequest[];
  first: number;
  range: number;
};

export type LoadResult = {
  answered: number;
  perSecond: number;
  statuses: Record<string, number>;
  p50: number;
  p99: number;
};

if (import.meta.main) {
  const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
  console.log(JSON.stringify(await sendLoad(plan)));
  process.exit(0);
}

async function sendLoad(plan: LoadPlan): Promise<LoadResult> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  const deadline = startedAt + plan.seconds * 1000;
  let sent = 0;
  const next = (): Due | undefined => {
    if (performance.now() > deadline || (plan.isOnce && sent >= plan.requests.length)) return undefined;
    const request = plan.requests[sent % plan.requests.length];
    const at = startedAt + (plan.mostPerSecond === undefined ? 0 : (sent * 1000) / plan.mostPerSecond);
    return request && { text: write(request, plan, plan.first + sent++), at };
  };
  const note = (status: string, ms: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(ms);
  };
  await Promise.all(Array.from({ length: plan.connections }, () => keepSending(plan.url, next, note)));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    answered: times.length,
    perSecond: times.length / seconds,
    statuses,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

function write(request: LoadRequest, { url, range }: LoadPlan, number: number): string {
  const random = String(1 + Math.floor(Math.random() * range));
  const fill = (part: string): string =>
    part
      .replaceAll('{n}', String(number))
      .replaceAll('{r}', random)
      .replaceAll('{token}', random.padStart(43, 'x'));
  const body = fill(request.body ?? '');
  const headers = Object.entries({ ...request.headers, host: new URL(url).host })
    .map(([name, value]) => `${name}: ${fill(value)}\r\n`)
    .join('');
  const length = request.body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${request.method} ${fill(request.path)} HTTP/1.1\r\n${headers}${length}\r\n${body}`;
}

type Due = { text: string; at: number };

function keepSending(
  url: string,
  next: () => Due | undefined,
  note: (status: string, ms: number) => void,
): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const open = (pending: Due | undefined): void => {
      let request = pending;
      let startedAt = performance.now();
      let received = '';
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.setEncoding('latin1');
      const send = (): void => {
        request ??= next();
        if (request === undefined) return void socket.destroy();
        const early = request.at - performance.now();
        if (early > 0) return void setTimeout(send, early);
        startedAt = performance.now();
        socket.write(request.text);
      };
      socket.on('connect', send);
      socket.on('data', (chunk: string) => {
        received += chunk;
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
        if (received.length < end + 4 + length) return;
        note(received.slice(9, 12), performance.now() - startedAt);
        received = '';
        request = undefined;
        send();
      });
      socket.on('error', () => {
        if (request !== undefined) note('none', performance.now() - startedAt);
        request = undefined;
      });
      socket.on('close', () => {
        const more = next();
        if (more === undefined) resolve();
        else open(more);
      });
    };
    open(next());
  });
}
