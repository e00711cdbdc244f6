import { describe, expect, it } from '@jest/globals';
import { FairQueue, QueueFull } from './fair-queue.ts';

const LIMITS = { atOnce: 1, perLane: 100, altogether: 1_000 };

function recordingQueue(limits: Partial<typeof LIMITS> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const order: string[] = [];
  const outcomes: Promise<string>[] = [];
  const ask = (label: string, lane: string, count = 1) => {
    for (let number = 0; number < count; number++)
      outcomes.push(
        queue
          .run(lane.split('/'), async () => {
            await Promise.resolve();
            order.push(label);
            return 'done';
          })
          .catch((error: unknown) => {
            if (!(error instanceof QueueFull)) throw error;
            return `${error.isOwnLane ? 'own lane' : 'all'}: ${error.message}`;
          }),
      );
  };
  const settled = async (from = 0) => {
    const texts = await Promise.all(outcomes.slice(from));
    return Object.fromEntries(
      [...new Set(texts)].map((text) => [text, texts.filter((one) => one === text).length]),
    );
  };
  return { queue, ask, order, settled };
}

describe('a queue with lanes', () => {
  it('gives equal turns to companies, and to the networks within a company', async () => {
    const { ask, order, settled } = recordingQueue();
    ask('flood', 'a/1', 90);
    ask('colleague', 'a/2', 3);
    ask('other', 'b/1', 3);
    await settled();
    expect(order.slice(0, 13)).toEqual(
      'flood flood other colleague other flood other colleague flood colleague flood flood flood'.split(' '),
    );
  });

  it('stays fair to a company however many networks flood another', async () => {
    const { ask, order, settled } = recordingQueue();
    for (let network = 0; network < 300; network++) ask('flood', `a/${network}`);
    ask('other', 'b/1', 10);
    await settled();
    expect(order.slice(0, 22).filter((label) => label === 'other')).toHaveLength(10);
  });

  it('rejects only jobs of a full lane', async () => {
    const { ask, settled } = recordingQueue({ perLane: 5 });
    // The first job runs immediately, so the lane takes one more than `perLane`.
    ask('flood', 'a/1', 10);
    expect(await settled()).toEqual({ done: 6, 'own lane: its lane of the queue is full': 4 });
    ask('flood', 'a/1', 6);
    ask('colleague', 'a/2', 5);
    ask('other', 'b/1', 5);
    expect(await settled(10)).toEqual({ done: 16 });
  });

  it('drops jobs of the fullest lane of the fullest company when the queue is full', async () => {
    const { ask, order, settled } = recordingQueue({ altogether: 12 });
    ask('first', 'x/1');
    ask('flood', 'a/1', 9);
    ask('colleague', 'a/2', 3);
    ask('colleague', 'a/3', 3);
    ask('other', 'b/1', 3);
    expect(await settled()).toEqual({ done: 13, 'all: the queue is full': 6 });
    expect(order.filter((label) => label === 'flood')).toHaveLength(3);
  });

  it.each<[string, (number: number) => string]>([
    ['one network at many companies', (number) => `made-up-${number}/1`],
    ['many networks at one company', (number) => `a/${number}`],
    ['some networks at some companies', (number) => `made-up-${number % 30}/${number % 7}`],
  ])('does not reject the jobs of a new lane when it is full of %s', async (_what, laneOf) => {
    const { ask, order, settled } = recordingQueue({ altogether: 100 });
    for (let number = 0; number < 300; number++) ask('flood', laneOf(number));
    ask('honest', 'b/honest', 3);
    for (let number = 300; number < 600; number++) ask('flood', laneOf(number));
    await settled();
    expect(order.filter((label) => label === 'honest')).toHaveLength(3);
  });

  it('continues after a failed job, within its concurrency', async () => {
    const queue = new FairQueue({ ...LIMITS, atOnce: 2 });
    let running = 0;
    let most = 0;
    const jobs = Array.from({ length: 20 }, (_, number) =>
      queue.run(['a'], async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        if (number % 2) throw new Error('spoilt');
      }),
    );
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect([most, queue.waitingCount]).toEqual([2, 0]);
  });
});
