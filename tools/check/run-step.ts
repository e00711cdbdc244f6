import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';

export interface Tally {
  passed: number;
  failed: number;
}

export interface StepRun {
  exitCode: number;
  output: string;
}

const running = new Set<ChildProcess>();

export interface StepOptions {
  env?: Record<string, string>;
  print?: (text: string) => void;
}

export async function runStep(args: string[], { env, print }: StepOptions = {}): Promise<StepRun> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: projectEnvironment({ ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const follow = (stream: Readable): void => {
    // Makes the stream decode characters whose bytes are in two chunks.
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
      print?.(text);
    });
  };
  follow(child.stdout);
  follow(child.stderr);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { exitCode: code ?? 1, output };
  } finally {
    running.delete(child);
  }
}

const PROCESS_STATUS = '/proc/self/stat';
const TICKS_PER_SECOND = 100;
let countedSeconds = 0;

/**
 * Returns the CPU seconds of all child processes that have ended since the last call, including their own children.
 * Reads `cutime` and `cstime` (proc(5)) on Linux. Returns 0 on other systems.
 */
export function takeProcessorSeconds(): number {
  if (!existsSync(PROCESS_STATUS)) return 0;
  const fields = readFileSync(PROCESS_STATUS, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const seconds = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  const taken = seconds - countedSeconds;
  countedSeconds = seconds;
  return taken;
}

export function interruptStep(): void {
  for (const child of running) child.kill('SIGINT');
}

export function tallyOfExit({ exitCode }: StepRun): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Counts one failure if the program exited with an error but reported no failure, for example because it crashed. */
export function withCrash(tally: Tally, { exitCode }: StepRun): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
