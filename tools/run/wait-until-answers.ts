import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';

const POLL_MS = 30;
const TIMEOUT_MS = 180_000;

export interface AwaitedAnswer {
  /** Who is waited for, for the message. */
  name: string;
  url: string;
  /** Asks as a browser asks for a page; the portal tells pages from calls by this. */
  isPage?: boolean;
}

/** Waits until an address answers with a success. Fails after three minutes, or as soon as nobody wants to know any more. */
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
