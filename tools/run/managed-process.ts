import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { WATCHDOG_SCRIPT } from './watchdog.ts';
import type { ProcessLog } from './process-log.ts';

export interface ProcessPlan {
  /** How the part is called in messages. */
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  log: ProcessLog;
  stopSignal?: 'TERM' | 'INT';
  /** How long the part may take to finish what it is doing. */
  graceSeconds?: number;
  /** Another account to run under, for a server that refuses to run as root. */
  account?: { uid: number; gid: number };
}

export interface ManagedProcess {
  name: string;
  /** Settles when the part has ended, asked or not; says how. */
  ended: Promise<string>;
  isRunning(): boolean;
  /** Asks the part to stop, and settles when it has. */
  stop(): Promise<void>;
}

/** Starts a process that ends with ours, and writes down what it says. */
export function startProcess(plan: ProcessPlan): ManagedProcess {
  const { name, command, args, stopSignal = 'TERM', graceSeconds = 10 } = plan;
  const watchdog = spawn(
    '/bin/sh',
    ['-c', WATCHDOG_SCRIPT, `foyer-${name}`, stopSignal, String(graceSeconds), command, ...args],
    {
      cwd: plan.cwd,
      env: plan.env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C in the terminal reaches only us, and we stop the parts in order.
      detached: true,
      ...plan.account,
    },
  );
  const pipe = watchdog.stdio[3];
  plan.log.follow(watchdog.stdout as Readable);
  plan.log.follow(watchdog.stderr as Readable);

  let isRunning = true;
  const ended = new Promise<string>((resolve) => {
    const settle = (how: string): void => {
      isRunning = false;
      // Whatever the part itself has left running goes with it.
      if (watchdog.pid) killGroup(watchdog.pid);
      resolve(how);
    };
    watchdog.once('error', (error) => settle(`could not be started: ${error.message}`));
    watchdog.once('exit', (code, signal) => settle(describeEnd(code, signal)));
  });
  pipe?.on('error', () => {});

  return {
    name,
    ended,
    isRunning: () => isRunning,
    stop: async () => {
      (pipe as { destroy?: () => void } | null)?.destroy?.();
      await ended;
    },
  };
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  // A shell tells "killed by signal N" as exit code 128 + N.
  const name = signal ?? nameSignal((code ?? 0) - 128);
  return name ? `was killed by ${name}` : `ended with exit code ${code}`;
}

function nameSignal(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The usual case: nobody is left in it.
  }
}
