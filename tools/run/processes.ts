import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface ProcessPlan {
  /** How the part is called in messages. */
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
  highlight: Highlight;
  stopSignal?: 'TERM' | 'INT';
  /** How long the part may take to finish what it is doing. */
  graceSeconds?: number;
  /** Another account to run under, for a server that refuses to run as root. */
  account?: { uid: number; gid: number } | undefined;
}

export interface ManagedProcess {
  name: string;
  logFile: string;
  /** The end of its log as far as the terminal has not shown it, for the message about a crash. */
  unseenTail(): string;
  /** Settles when the part has ended, asked or not; says how. */
  ended: Promise<string>;
  isRunning(): boolean;
  /** Asks the part to stop, and settles when it has. */
  stop(): Promise<void>;
}

/**
 * A shell that stands between us and a part, so that no part outlives us, whatever happens to us. It holds one end
 * of a pipe; when we close ours, or are killed and the system closes it, the shell sends the part its stop signal,
 * and SIGKILL to a part that does not listen. It needs no Node, so `killall node` does not defeat it.
 *
 * Arguments: the stop signal, the grace in seconds, the command and its arguments. The pipe is descriptor 3.
 */
const WATCHDOG = `
signal=$1; grace=$2; shift 2
"$@" </dev/null 3<&- &
part=$!
(
  read -r _ <&3
  kill -s "$signal" "$part" 2>/dev/null || exit 0
  while [ "$grace" -gt 0 ]; do
    sleep 1
    kill -0 "$part" 2>/dev/null || exit 0
    grace=$((grace - 1))
  done
  kill -s KILL "$part"
) >/dev/null 2>&1 </dev/null &
watcher=$!
# The shell itself would announce how the part ended.
exec 3<&- 2>/dev/null
wait "$part"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/** Starts a process that ends with ours, and writes down what it says. */
export function startProcess(plan: ProcessPlan): ManagedProcess {
  const { name, command, args, cwd, env, account, logFile, stopSignal = 'TERM', graceSeconds = 10 } = plan;
  const watchdog = spawn(
    '/bin/sh',
    ['-c', WATCHDOG, `foyer-${name}`, stopSignal, String(graceSeconds), command, ...args],
    // A group of its own: Ctrl-C in the terminal reaches only us, and we stop the parts in order.
    { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, ...account },
  );
  const unseenTail = followOutput([watchdog.stdout as Readable, watchdog.stderr as Readable], plan);
  const pipe = watchdog.stdio[3] as Readable | null;
  pipe?.on('error', () => {});

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
  const stop = async (): Promise<void> => {
    pipe?.destroy();
    await ended;
  };
  return { name, logFile, unseenTail, ended, isRunning: () => isRunning, stop };
}

/** A shell tells "killed by signal N" as exit code 128 + N. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  const byCode = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
  const name = signal ?? byCode;
  return name ? `was killed by ${name}` : `ended with exit code ${code}`;
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The usual case: nobody is left in it.
  }
}

/** Decides whether a line is worth the terminal: gives the text to show, or nothing. */
export type Highlight = (line: string) => string | undefined;

/** Enough to explain a crash, short enough to read. */
const KEPT_LINES = 15;

/** Everything a part says goes to its file, what is worth it also to the terminal. Gives the lines of the end that did not. */
function followOutput(streams: Readable[], { name, logFile, highlight }: ProcessPlan): () => string {
  mkdirSync(dirname(logFile), { recursive: true });
  const file = createWriteStream(logFile);
  // A full disk must not bring the parts down through their log.
  file.on('error', () => {});
  const unseen: string[] = [];
  for (const input of streams)
    createInterface({ input, crlfDelay: Infinity }).on('line', (line) => {
      file.write(`${line}\n`);
      const shown = highlight(line);
      if (shown !== undefined) return console.error(`[${name}] ${shown}`);
      unseen.push(line);
      if (unseen.length > KEPT_LINES) unseen.shift();
    });
  return () => unseen.join('\n');
}

const QUIET_LEVELS: unknown[] = ['trace', 'debug', 'info', 10, 20, 30];

/** For parts that log in JSON: warnings and errors, in short. Lines that are no JSON are shown as they are. */
export const highlightWarnings: Highlight = (line) => {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level?: unknown;
      msg?: string;
      err?: { message?: string };
    };
    if (QUIET_LEVELS.includes(level)) return undefined;
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line.trim() === '' ? undefined : line;
  }
};

/**
 * Settles when somebody wants us to stop: Ctrl-C, a polite kill, a closed terminal, or the end of the process that
 * started us (see tools/run/bootstrap.mjs). Asking again changes nothing, because one Ctrl-C may arrive by several ways.
 */
export function waitForStopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (!process.channel) return;
    process.once('disconnect', () => resolve());
    // Listening alone must not keep us alive.
    process.channel.unref();
  });
}
