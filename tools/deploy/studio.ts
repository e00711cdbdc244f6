import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';
import { PRISMA_CLI, requireTables } from '../prisma/run-prisma.ts';
import { waitForStopRequest } from '../run/processes.ts';
import { waitUntilAnswers } from '../run/wait-until-answers.ts';

const STUDIO_WORDS = pathToFileURL(join(ROOT, 'tools', 'prisma', 'studio-words.ts')).href;
const PORT = 5555;
/** Studio ends two minutes before the chart's Job, at whose deadline Kubernetes would delete the pod with its log. */
const DEADLINE_MS = 58 * 60_000;

/** Returns Node's arguments for Prisma Studio without a browser. Studio listens only on the loopback address. */
export const studioArguments = (...options: string[]): string[] => [
  '--import',
  STUDIO_WORDS,
  PRISMA_CLI,
  'studio',
  '--browser',
  'none',
  ...options,
];

/**
 * `operate studio`: runs Prisma Studio on port 5555 until it is stopped, 58 minutes at most. Studio has no login, so
 * its start and end are logged. `--published` also accepts connections to the port that a container publishes.
 */
export async function openStudio(
  databaseUrl: string,
  args: string[],
  { deadlineMs = DEADLINE_MS, port = PORT } = {},
): Promise<void> {
  const isPublished = args[0] === '--published';
  if (args.length > (isPublished ? 1 : 0)) throw new CommandError('The only option is --published.');
  if (!existsSync(PRISMA_CLI))
    throw new CommandError('Studio is in the image `operate`. In a clone run `npm run db:studio`.');
  await requireTables(databaseUrl);
  const { username, host, pathname } = new URL(databaseUrl);
  const studio = spawn(process.execPath, studioArguments(`--port=${port}`), {
    cwd: ROOT,
    env: projectEnvironment({ DATABASE_URL: databaseUrl }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(studio, 'exit');
  const isOver = (): boolean => studio.exitCode !== null || studio.signalCode !== null;
  let reason = 'its process ended';
  const stop = (why: string): void => {
    if (studio.kill()) reason = why;
  };
  let timer: NodeJS.Timeout | undefined;
  void waitForStopRequest().then(() => stop('it was stopped'));
  const doors = isPublished ? addressesFromOutside().map((address) => openDoor(address, port)) : [];
  try {
    await waitUntilAnswers({ name: 'Studio', url: `http://127.0.0.1:${port}`, isPage: true }, isOver);
    timer = setTimeout(stop, deadlineMs, 'its time limit was reached');
    const end = new Date(Date.now() + deadlineMs);
    log(
      `Prisma Studio is open at http://localhost:${port} until ${end.toISOString()}, without a password, ` +
        `as ${decodeURIComponent(username)} at ${host}${pathname}.`,
    );
    await ended;
  } finally {
    log(`Prisma Studio is closed: ${reason}.`);
    clearTimeout(timer);
    for (const door of doors) door.close();
    studio.kill();
  }
}

const log = (sentence: string): void => console.log(`${new Date().toISOString()} ${sentence}`);

export const addressesFromOutside = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  );

/**
 * Forwards connections to Studio. Listens on the same port number as Studio, because Studio rejects pages of another
 * origin.
 */
function openDoor(address: string, port: number) {
  const door = createServer((visitor) => {
    const inside = connect(port, '127.0.0.1');
    visitor.pipe(inside).pipe(visitor);
    for (const socket of [visitor, inside])
      socket.on('error', () => {
        visitor.destroy();
        inside.destroy();
      });
  });
  return door.listen(port, address);
}
