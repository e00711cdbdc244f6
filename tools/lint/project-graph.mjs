import { createProjectGraphAsync, readCachedProjectGraph } from 'nx/src/devkit-exports.js';

/**
 * Makes the graph of the projects by which Nx' rule knows who imports whom. Where there is none, as in a fresh clone,
 * the rule says so in passing and lets everything through; one of a while ago does not know a project that came since.
 * Throws when there is no graph afterwards, so that lint fails instead of checking less.
 */
export async function makeProjectGraph() {
  await createProjectGraphAsync({ exitOnError: false });
  readCachedProjectGraph();
}
