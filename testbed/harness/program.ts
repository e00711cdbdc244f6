import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '@foyer/tools/command-error';
import { ROOT } from '@foyer/tools/paths';

const POLL_MS = 30;
const READY_TIMEOUT_MS = 60_000;
/** The units in /proc on Linux for x64: clock ticks per second and bytes per page. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface ProgramPlan {
  args: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  readyText: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A process of the portal as it is deployed. Tests can kill it and read its CPU time and memory (on Linux). */
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

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.isRunning) {
      this.#child.kill(signal);
      await once(this.#child, 'exit');
    }
    return this.#child.exitCode;
  }

  get memoryMb(): number {
    return (Number(readFileSync(`/proc/${this.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 1e6;
  }

  get mainThreadSeconds(): number {
    return cpuSecondsOf(this.pid, `task/${this.pid}/`);
  }

  get cpuSeconds(): number {
    return cpuSecondsOf(this.pid);
  }
}

export function cpuSecondsOf(pid: number, thread = ''): number {
  const fields = readFileSync(`/proc/${pid}/${thread}stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
