import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../check/run-step.ts';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { copyTemplateDatabase } from '../run/test-postgres.ts';
import { findDeletions } from './deletions.ts';
import type { MutationReport } from './report.ts';

/** Not copied: made again, or not read by specs. The packages are linked. */
const LEFT_OUT = /^(?:node_modules|\.git|\.data|\.nx|apps\/stories\/results|apps\/web\/dist)$/;

export interface DeletionRun {
  /** Files of the repository, each whole or `file:from-to` with lines. */
  places: string[];
  folder: string;
  notes: string;
  /** For the runner between Jest and the specs (spec-runner.mjs). */
  env: Record<string, string>;
  postgresUrl: string;
}

type Status = 'Survived' | 'Killed' | 'Timeout';
/** Added to what all specs took without a deletion. */
const TIMEOUT_MS = 60_000;
const FIRST_RUN_MS = 45 * 60_000;

/** Leaves out one piece of code after the other (deletions.ts), in a copy of the repository, and runs the specs each time. */
export async function tryDeletions(run: DeletionRun): Promise<MutationReport> {
  const sandbox = join(run.folder, 'sandbox');
  copyRepository(sandbox);
  const database = `foyer_mutation_${process.pid}`;
  await copyTemplateDatabase(run.postgresUrl, database);
  const env = { ...run.env, TEST_DATABASE: database };
  try {
    // Notes which file holds which tests, and how long they take.
    const startedAt = performance.now();
    if ((await runSpecs(sandbox, env, FIRST_RUN_MS)) !== 'Survived')
      throw new CommandError('The specs fail without any deletion.');
    return await tryEach(run, sandbox, env, performance.now() - startedAt + TIMEOUT_MS);
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
}

async function tryEach(
  { places, notes: notesFile }: DeletionRun,
  sandbox: string,
  env: Record<string, string>,
  limitMs: number,
): Promise<MutationReport> {
  const notes = JSON.parse(readFileSync(notesFile, 'utf8')) as { specs: object };
  const report: MutationReport = { files: {} };
  const wanted = places.flatMap(deletionsAt);
  for (const [number, { file, source, deletion }] of wanted.entries()) {
    const { start, end, replacement, mutatorName } = deletion;
    writeFileSync(notesFile, JSON.stringify({ ...notes, files: { [number]: file } }));
    writeFileSync(join(sandbox, file), source.slice(0, start) + replacement + source.slice(end));
    const status = await runSpecs(sandbox, { ...env, __STRYKER_ACTIVE_MUTANT__: `${number}` }, limitMs);
    writeFileSync(join(sandbox, file), source);
    const location = { start: locationAt(source, start), end: locationAt(source, end) };
    const { mutants } = (report.files[file] ??= { source, mutants: [] });
    mutants.push({ status, mutatorName, replacement, location });
    console.log(`${number + 1}/${wanted.length} ${status} ${file}:${location.start.line}`);
  }
  return report;
}

async function runSpecs(sandbox: string, env: Record<string, string>, limitMs: number): Promise<Status> {
  const signal = AbortSignal.timeout(Math.ceil(limitMs));
  try {
    const { exitCode } = await runStep(
      [
        ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
        join(ROOT, 'node_modules/jest/bin/jest.js'),
        ...['--config', join(sandbox, 'tools/mutation/jest.config.mjs'), '--runInBand', '--silent'],
      ],
      { env, signal, print: () => undefined },
    );
    return exitCode === 0 ? 'Survived' : 'Killed';
  } catch (error) {
    if (signal.aborted) return 'Timeout';
    throw error;
  }
}

function copyRepository(sandbox: string): void {
  mkdirSync(sandbox, { recursive: true });
  for (const name of globSync('{*,.*}', { cwd: ROOT }).filter((one) => !LEFT_OUT.test(one)))
    cpSync(join(ROOT, name), join(sandbox, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !LEFT_OUT.test(source.slice(ROOT.length + 1)),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(sandbox, 'node_modules'));
}

function deletionsAt(place: string) {
  const [file = '', lines] = place.split(':');
  const source = readFileSync(join(ROOT, file), 'utf8');
  const [from = 1, to = Infinity] = lines?.split('-').map(Number) ?? [];
  return findDeletions(file, source)
    .filter(({ start }) => {
      const { line } = locationAt(source, start);
      return line >= from && line <= to;
    })
    .map((deletion) => ({ file, source, deletion }));
}

function locationAt(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
