import { Console } from 'node:console';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));

export interface RunCommand {
  status: number;
  stdout: string;
  stderr: string;
}

/** Thrown by `process.exit` in a command, so that this process does not exit. */
class Left extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`left with ${status}`);
    this.status = status;
  }
}

let runs = 0;

/**
 * Runs a command of the workspace in this process, because starting a new process takes long. Calls must
 * not overlap, because they replace parts of `process` and `console`.
 */
export async function runCommand(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<RunCommand> {
  const { argv, exit, env: envBefore } = process;
  const { console } = globalThis;
  const said = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof said): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said[stream] += chunk.toString();
        done();
      },
    });
  process.argv = [process.execPath, file, ...args];
  process.env = { ...envBefore, ...env };
  process.exit = (status) => {
    throw new Left(Number(status ?? 0));
  };
  globalThis.console = new Console(into('stdout'), into('stderr'));
  try {
    // A different URL each time, because Node runs the module of a URL only once.
    await import(`${pathToFileURL(join(WORKSPACE, file)).href}?run=${++runs}`);
    return { status: 0, ...said };
  } catch (error) {
    if (!(error instanceof Left)) throw error;
    return { status: error.status, ...said };
  } finally {
    Object.assign(process, { argv, exit, env: envBefore });
    globalThis.console = console;
  }
}
