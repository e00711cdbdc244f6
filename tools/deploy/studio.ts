/**
 * What the `studio` image runs: Prisma Studio, which listens to nobody but its own machine, and a door to it for the port that
 * the container publishes.
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { exitWithError } from '../command-error.ts';
import { requireEnvironment } from './require-environment.ts';

const PORT = 5555;
const STUDIO_PORT = 5556;

try {
  requireEnvironment(['DATABASE_URL', 'INSECURE_TRANSPORT']);
} catch (error) {
  exitWithError(error);
}
const studio = spawn(
  process.execPath,
  [
    '--import=/app/tools/prisma/studio-words.ts',
    'node_modules/prisma-cli/build/index.js',
    'studio',
    '--browser=none',
    `--port=${STUDIO_PORT}`,
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
studio.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => studio.kill(signal));

const door = createServer((visitor) => {
  const inside = connect(STUDIO_PORT, '127.0.0.1');
  visitor.pipe(inside).pipe(visitor);
  for (const socket of [visitor, inside])
    socket.on('error', () => {
      visitor.destroy();
      inside.destroy();
    });
});
door.listen(PORT, () => console.log(`Prisma Studio is at http://localhost:${PORT}`));
