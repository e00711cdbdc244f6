import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '@foyer/tools/command-error';
import { ROOT } from '@foyer/tools/paths';

const POLL_MS = 30;
const READY_TIMEOUT_MS = 60_000;
/** Of /proc: clock ticks a second and bytes a page, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface ProgramPlan {
  /** Of Node: a script and its arguments. */
  args: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** What its log says once it is up. */
  readyText: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A process of ours as it is deployed, that may be killed and whose cost can be read (on Linux). */
export class Program {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start({ args, env, logFile, readyText }: ProgramPlan): Promise<Program> {
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, 'w');
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', log, log] });
    closeSync(log);
    running.add(child);
    child.once('exit', () => running.delete(child));
    const program = new Program(child);
    for (
      const deadline = Date.now() + READY_TIMEOUT_MS;
      !readFileSync(logFile, 'utf8').includes(readyText);
    ) {
      if (!program.isRunning || Date.now() > deadline)
        throw new CommandError(
          `${args.join(' ')} does not get up:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`,
        );
      await wait(POLL_MS);
    }
    return program;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends it; gives its exit code, null when the signal itself ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.isRunning) {
      this.#child.kill(signal);
      await once(this.#child, 'exit');
    }
    return this.#child.exitCode;
  }

  /** Resident memory in MB. */
  get memoryMb(): number {
    return (Number(readFileSync(`/proc/${this.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 1e6;
  }

  /** Of its main thread alone. */
  get mainThreadSeconds(): number {
    return cpuSecondsOf(this.pid, `task/${this.pid}/`);
  }

  /** Processor time it has used, in seconds, all its threads together. */
  get cpuSeconds(): number {
    return cpuSecondsOf(this.pid);
  }
}

/** Processor time a process has used, in seconds; or one of its threads, named as a path below it. */
export function cpuSecondsOf(pid: number, thread = ''): number {
  const fields = readFileSync(`/proc/${pid}/${thread}stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
