import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { CommandError } from '@foyer/tools/command-error';
import { ROOT } from '@foyer/tools/paths';
import type { BareHashResult } from './bare-hash.ts';
import type { LoadPlan, LoadResult } from './load.ts';

/** Runs a load in a child process. A child with a lower priority takes less CPU time from the measured program. */
export async function sendLoad(plan: LoadPlan, priority?: number): Promise<LoadResult> {
  return JSON.parse(await runChild('load.ts', [], JSON.stringify(plan), priority)) as LoadResult;
}

export async function measureBareHashes(seconds: number): Promise<BareHashResult> {
  return JSON.parse(await runChild('bare-hash.ts', [String(seconds)], '')) as BareHashResult;
}

async function runChild(script: string, args: string[], input: string, priority?: number): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'testbed', 'bench', script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority);
  child.stdin.end(input);
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  if (code !== 0) throw new CommandError(`testbed/bench/${script} ended with exit code ${code}.`);
  return output;
}
