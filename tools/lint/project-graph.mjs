import { createProjectGraphAsync, readCachedProjectGraph } from 'nx/src/devkit-exports.js';

/**
 * Makes the graph of the projects by which Nx' rule knows who imports whom. Where there is none, as in a fresh clone,
 * the rule says so in passing and lets everything through; one of a while ago does not know a project that came since.
 * Throws when there is no graph afterwards, so that lint fails instead of checking less. Until there is one the process
 * is to fail: a Node that has nothing left to wait for ends in silence, in the middle of this, with success.
 */
export async function makeProjectGraph() {
  const before = process.exitCode;
  process.exitCode = 1;
  await createProjectGraphAsync({ exitOnError: false });
  readCachedProjectGraph();
  process.exitCode = before;
}
