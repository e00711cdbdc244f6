import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';

/** What one kind of check found. */
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
  /** Takes what the program prints, as it comes, in place of the terminal. */
  print?: (text: string) => void;
}

/** Runs a Node program of the workspace; gives what it printed as well, for counting. */
export function runStep(args: string[], { env, print }: StepOptions = {}): Promise<StepRun> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: projectEnvironment({ ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const follow = (stream: Readable, terminal: NodeJS.WriteStream): void => {
    // Whole characters, wherever a chunk ends.
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
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}

/** Ends the programs that are running, as Ctrl-C would. */
export function interruptStep(): void {
  for (const child of running) child.kill('SIGINT');
}

/** For checks that count as one. */
export function tallyOne({ exitCode }: StepRun): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A program that reports no failure and yet ends with one has crashed: that must not look like a success. */
export function withCrash(tally: Tally, { exitCode }: StepRun): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
