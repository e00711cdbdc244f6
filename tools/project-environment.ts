import { delimiter } from 'node:path';
import { PACKAGE_BIN } from './paths.ts';

/** The environment for the project's own programs: its Node first, and no program phoning home. */
export function projectEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: [PACKAGE_BIN, process.env['PATH']].filter(Boolean).join(delimiter),
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    NX_DAEMON: 'false',
    ...extra,
  };
}
