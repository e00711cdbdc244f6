import { Agent, request } from 'node:http';

/**
 * Garbage collection can distort a few rounds, so later tries have more rounds. A real excess cost shows in each try.
 */
const TRIES = [3, 7, 7];
const TIMES = 3;

export type Call = {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string;
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export function send(origin: string, { method = 'POST', path, headers = {}, body }: Call): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sending = request({ agent, hostname, port, method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sending.on('error', reject).end(body);
  });
}

/** Returns the CPU milliseconds per call, over all threads of this process. */
async function costOf(times: number, act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/**
 * Returns the CPU cost of the worst input as a multiple of the cost of an honest input. Measures both in alternation,
 * so that other load affects both.
 */
export async function compareCosts(
  honest: () => Promise<unknown>,
  worst: () => Promise<unknown>,
  most: number,
): Promise<number> {
  let ratio = Infinity;
  for (const rounds of TRIES) if (ratio >= most) ratio = await ratioOf(honest, worst, rounds);
  return ratio;
}

async function ratioOf(
  honest: () => Promise<unknown>,
  worst: () => Promise<unknown>,
  rounds: number,
): Promise<number> {
  const costs: [number[], number[]] = [[], []];
  await costOf(TIMES, honest);
  await costOf(1, worst);
  for (let round = 0; round < rounds; round++) {
    costs[0].push(await costOf(TIMES, honest));
    costs[1].push(await costOf(TIMES, worst));
  }
  const [ofHonest = 0, ofWorst = 0] = costs.map((each) => each.sort((a, b) => a - b)[rounds >> 1]);
  return ofWorst / ofHonest;
}
