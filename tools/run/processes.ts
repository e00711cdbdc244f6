import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface ProcessPlan {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
  highlight: Highlight;
  stopSignal?: 'TERM' | 'INT';
  graceSeconds?: number;
  account?: { uid: number; gid: number } | undefined;
}

export interface ManagedProcess {
  name: string;
  logFile: string;
  unseenTail(): string;
  ended: Promise<string>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/**
 * A shell script that runs a part and ends it together with this process. A pipe connects the shell with this process.
 * When this process closes the pipe or is killed, the shell sends the part its stop signal, and later SIGKILL if the
 * part still runs. The shell is no Node process, so `killall node` does not affect it. Arguments: the stop signal, the
 * grace in seconds, the command and its arguments. The pipe is descriptor 3.
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

export function startProcess(plan: ProcessPlan): ManagedProcess {
  const { name, command, args, cwd, env, account, logFile, stopSignal = 'TERM', graceSeconds = 10 } = plan;
  const watchdog = spawn(
    '/bin/sh',
    ['-c', WATCHDOG, `foyer-${name}`, stopSignal, String(graceSeconds), command, ...args],
    // The part gets its own process group, so that Ctrl-C in the terminal reaches only this process, which stops the
    // parts in order.
    { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, ...account },
  );
  const unseenTail = followOutput([watchdog.stdout as Readable, watchdog.stderr as Readable], plan);
  const pipe = watchdog.stdio[3] as Readable | null;
  pipe?.on('error', () => {});

  let isRunning = true;
  const ended = new Promise<string>((resolve) => {
    const settle = (how: string): void => {
      isRunning = false;
      // Also ends the part's own child processes.
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

/** A shell reports "killed by signal N" as exit code 128 + N. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  const byCode = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
  const name = signal ?? byCode;
  return name ? `was killed by ${name}` : `ended with exit code ${code}`;
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Usually the group is already empty.
  }
}

/** Returns the text that the terminal shows for a log line. Undefined shows nothing. */
export type Highlight = (line: string) => string | undefined;

const KEPT_LINES = 15;

/**
 * Writes the output to the log file and shows some lines in the terminal. The returned function returns the last lines
 * that were not shown.
 */
function followOutput(streams: Readable[], { name, logFile, highlight }: ProcessPlan): () => string {
  mkdirSync(dirname(logFile), { recursive: true });
  const file = createWriteStream(logFile);
  // A full disk must not stop the parts through their log.
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

/**
 * For parts that log JSON: shows warnings and errors, shortened. Lines that are not JSON are shown unchanged unless
 * they are blank.
 */
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
 * Resolves on a request to stop: Ctrl-C, SIGTERM, a closed terminal, or the end of the parent process (see
 * tools/run/bootstrap.mjs). One Ctrl-C may arrive in several ways, so repeated requests are ignored.
 */
export function waitForStopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (!process.channel) return;
    process.once('disconnect', () => resolve());
    // The open channel alone must not keep this process alive.
    process.channel.unref();
  });
}
