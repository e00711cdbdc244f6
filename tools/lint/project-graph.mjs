import { createProjectGraphAsync, readCachedProjectGraph } from 'nx/src/devkit-exports.js';

/**
 * Creates the project graph that Nx' import rule requires. Without a graph, as in a fresh clone, the rule allows every
 * import. An old graph lacks new projects. Throws if it cannot create the graph, so that lint fails. Sets a failing
 * exit code until it has finished, because Node would end with success if no work is pending.
 */
export async function makeProjectGraph() {
  const before = process.exitCode;
  process.exitCode = 1;
  await createProjectGraphAsync({ exitOnError: false });
  readCachedProjectGraph();
  process.exitCode = before;
}
