import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { apiNodeOptions } from '@foyer/tools/deploy/image-stages';

const MODULE = new URL('./thread-heaps.ts', import.meta.url).href;
const script = `
  import { once } from 'node:events';
  import { Worker } from 'node:worker_threads';
  import { getHeapStatistics } from 'node:v8';
  import { boundThreadsByTheirLimits } from '${MODULE}';
  boundThreadsByTheirLimits();
  const limits = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 6 };
  const thread = new Worker('setTimeout(() => {}, 1e6)', { eval: true, resourceLimits: limits });
  await once(thread, 'online');
  const { heap_size_limit: ofThread } = await thread.getHeapStatistics();
  const { heap_size_limit: ofMain } = getHeapStatistics();
  console.log(JSON.stringify([ofMain, ofThread].map((bytes) => bytes / 2 ** 20)));
  process.exit();
`;

describe('with the flags that limit the main thread’s heap', () => {
  it('a worker thread has its own limits, and the main thread keeps the limits of the flags', () => {
    const flags = apiNodeOptions().split(' ');
    const bounds = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(bounds)).toEqual([160 + 3 * 16, 40 + 6]);
  });
});
