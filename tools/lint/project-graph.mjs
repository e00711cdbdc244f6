import { createProjectGraphAsync, readCachedProjectGraph } from 'nx/src/devkit-exports.js';

/**
 * Makes the project graph that Nx' import rule needs. Without one, as in a fresh clone, the rule prints a remark and
 * allows everything; an old one lacks new projects. Throws if there is no graph afterwards, so that lint fails
 * instead of checking less. The exit code is a failure until then, because a Node process without pending work would
 * end here silently with success.
 */
export async function makeProjectGraph() {
  const before = process.exitCode;
  process.exitCode = 1;
  await createProjectGraphAsync({ exitOnError: false });
  readCachedProjectGraph();
  process.exitCode = before;
}
