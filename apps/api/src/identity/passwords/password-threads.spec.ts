import { describe, expect, it } from '@jest/globals';
import { checkStrength } from './password-strength.ts';
import { checkStrength as checkInThread } from './password-threads.ts';

/** Letters, and characters that zxcvbn also reads as letters ("leetspeak"), so that it tries many readings. */
const LOOKALIKES = [...'4@68(3961!7|1$5+720%aAsSeEoOiIlLtT'];
let seed = 1;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const worst = (length: number) =>
  `Aa!${Array.from({ length: length - 3 }, () => LOOKALIKES[random(LOOKALIKES.length)]).join('')}`;

const userInputs = ['lovelace', 'analytical', 'events'];

function costOf(passwords: string[]): number {
  const before = process.cpuUsage();
  for (const password of passwords) checkStrength({ password, userInputs });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('checking a password’s strength', () => {
  it('costs less than 20 times as much as for a normal password, for any length and content', () => {
    const honest = ['Seating-Chart-42!', 'correct Horse battery Staple!', 'zK8#vq2!Lm0pWx'];
    costOf(honest);
    // Garbage collection can slow down any single run. A real regression shows in each run.
    let ratio = Infinity;
    for (let tries = 0; tries < 3 && ratio >= 20; tries++)
      ratio = costOf([worst(128)]) / (costOf(honest) / honest.length);
    expect(ratio).toBeLessThan(20);
  });
});

describe('the thread that checks passwords', () => {
  it('does not block the main thread', async () => {
    await checkInThread({ password: 'Seating-Chart-42!', userInputs });
    let turns = 0;
    let isJudging = true;
    const turn = () => {
      turns++;
      if (isJudging) setImmediate(turn);
    };
    setImmediate(turn);
    await checkInThread({ password: worst(128), userInputs });
    isJudging = false;
    // If the check blocked the main thread, only a few turns of the event loop would be counted.
    expect(turns).toBeGreaterThan(100);
  });

  it('rejects a check as unavailable if too many are waiting, and completes the earlier ones [asvs 15.2.2]', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 150 }, () => checkInThread({ password: 'Aaaaaaaaaaaa!', userInputs })),
    );
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(40);
    for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'Unavailable' } });
    const judged = answers.filter((answer) => answer.status === 'fulfilled');
    expect(judged.map(({ value }) => value)).toEqual(judged.map(() => 'repeats'));
  });
});
