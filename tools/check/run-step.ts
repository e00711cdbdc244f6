import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';

/** The result of one check. */
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
  /** Receives the program's output instead of the terminal. */
  print?: (text: string) => void;
  /** Ends the program; then what `runStep` gives is rejected. */
  signal?: AbortSignal;
}

/** Runs a Node program of the workspace and returns its output, too. */
export function runStep(args: string[], { env, print, signal }: StepOptions = {}): Promise<StepRun> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: projectEnvironment({ ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  running.add(child);
  let output = '';
  const follow = (stream: Readable, terminal: NodeJS.WriteStream): void => {
    // Keeps characters whole across chunks.
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
      if (print) print(text);
      else terminal.write(text);
    });
  };
  follow(child.stdout, process.stdout);
  follow(child.stderr, process.stderr);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}

/** Interrupts the running programs, like Ctrl-C. */
export function interruptStep(): void {
  for (const child of running) child.kill('SIGINT');
}

/** Tally of a check that counts as one. */
export function tallyOne({ exitCode }: StepRun): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A program that exits with an error without reporting a failure has crashed, which must not pass. */
export function withCrash(tally: Tally, { exitCode }: StepRun): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
