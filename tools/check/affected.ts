import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';

const run = promisify(execFile);
const NX = join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
/** Their specs read the whole repository, so every change affects them. */
const READERS = ['tools/docs', 'tools/lint'];

/** What changes since `main`, committed or not, affect by Nx' project graph. */
export interface Affected {
  /** Names of projects: those changed, and those that depend on them. */
  projects: string[];
  /** Their folders, and those whose specs read everything. */
  folders: string[];
}

/** Throws `CommandError` when there is no branch `main` to compare with. */
export async function findAffected(): Promise<Affected> {
  const projects = JSON.parse(await askNx(['show', 'projects', '--affected', '--json'])) as string[];
  const graph = JSON.parse(await askNx(['graph', '--file=stdout'])) as {
    graph: { nodes: Record<string, { data: { root: string } }> };
  };
  const folders = projects.flatMap((name) => graph.graph.nodes[name]?.data.root ?? []);
  return { projects, folders: [...new Set([...folders, ...READERS])] };
}

async function askNx(args: string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [NX, ...args], {
      cwd: ROOT,
      env: projectEnvironment(),
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new CommandError(`Nx could not tell what the changes since main reach:\n${said}`);
  }
}
