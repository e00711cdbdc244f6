/**
 * All code that reads a document, the portal's and the SAML library's, runs in the threads of saml-threads.ts.
 * Arguments and results are plain data.
 */
import { inspect } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../threads/thread-priority.ts';
import type { ThreadAnswer } from './limited-thread.ts';
import { examine } from './examine.ts';
import { makeMetadata, makeRequest } from './saml-library.ts';

export const samlTasks = { examine, makeMetadata, makeRequest };

export type SamlTasks = typeof samlTasks;
export type SamlTask = {
  [Name in keyof SamlTasks]: { name: Name; input: Parameters<SamlTasks[Name]>[0] };
}[keyof SamlTasks];

async function work(task: SamlTask): Promise<unknown> {
  switch (task.name) {
    case 'makeMetadata':
      return makeMetadata(task.input);
    case 'makeRequest':
      return makeRequest(task.input);
    case 'examine':
      return examine(task.input);
  }
}

function answer(outcome: { result: unknown } | { fault: string }): void {
  const { user, system } = process.threadCpuUsage();
  parentPort?.postMessage({ usedMicroseconds: user + system, ...outcome } satisfies ThreadAnswer);
}

lowerThreadPriority();
parentPort?.on('message', (task: SamlTask) => {
  work(task).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ fault: inspect(error) }),
  );
});
answer({ result: undefined });
