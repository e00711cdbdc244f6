import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';

const POLL_MS = 30;
const TIMEOUT_MS = 180_000;

export interface AwaitedAnswer {
  name: string;
  url: string;
  /** Requests a page, as a browser does. The portal distinguishes pages from calls by the Accept header. */
  isPage?: boolean;
}

export async function waitUntilAnswers(awaited: AwaitedAnswer, isGivenUp: () => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await answers(awaited))) {
    if (isGivenUp()) throw new CommandError('Stopped before everything was ready.');
    if (Date.now() > deadline) {
      throw new CommandError(
        `The ${awaited.name} did not become ready: ${awaited.url} does not answer with success.`,
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
