import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';

const POLL_MS = 30;
const TIMEOUT_MS = 180_000;

export interface AwaitedAnswer {
  /** The name of the part, for the error message. */
  name: string;
  url: string;
  /** The Accept header of a browser's page request, by which the portal distinguishes pages from calls. */
  isPage?: boolean;
}

/** Waits until an address responds with success. Fails after three minutes, or when `signal` aborts. */
export async function waitUntilAnswers(awaited: AwaitedAnswer, isGivenUp: () => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await answers(awaited))) {
    if (isGivenUp()) throw new CommandError('Stopped before everything was ready.');
    if (Date.now() > deadline) {
      throw new CommandError(
        `The ${awaited.name} does not get ready: ${awaited.url} does not answer as it should.`,
      );
    }
    await wait(POLL_MS);
  }
}

async function answers({ url, isPage = false }: AwaitedAnswer): Promise<boolean> {
  try {
    const headers = { accept: isPage ? 'text/html' : 'application/json' };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
