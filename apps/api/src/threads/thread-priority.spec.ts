import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import type { ApiEnv } from '../config/env.ts';
import { Passwords } from '../identity/passwords.ts';

const THREADS = '/proc/self/task';
const STEP = 5;

const stepsOf = (name: string): number[] =>
  readdirSync(THREADS)
    .filter((thread) => readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === name)
    .map((thread) => getPriority(Number(thread)) - getPriority(process.pid));

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the main thread has a higher priority than', () => {
  it('the thread for documents of company sign-in', async () => {
    const before = stepsOf('WorkerThread');
    const worker = new Worker(new URL('../company/saml/saml-worker.ts', import.meta.url));
    await once(worker, 'message');
    const now = stepsOf('WorkerThread');
    await worker.terminate();
    expect(now.toSorted()).toEqual([...before, STEP].toSorted());
  });

  it('the threads that hash passwords', async () => {
    await new Passwords({} as ApiEnv).hash('Round-Tables-For-8!');
    const steps = stepsOf('libuv-worker');
    expect(steps.length).toBeGreaterThan(0);
    expect(new Set(steps)).toEqual(new Set([STEP]));
  });
});
