/**
 * `npm run images:pin`: writes the digest that each base image has today behind its tag, in the Dockerfile and the compose file, so
 * that a build takes what was looked at and not what the tag means by then. Needs `docker` with buildx, and the network.
 * Again after a new release of a base image; docs/running-in-containers.md says when.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitWithError, hasCode } from '../command-error.ts';
import { ROOT } from '../paths.ts';

export const FILES_WITH_IMAGES = ['Dockerfile', 'docker-compose.yml'];

/** `FROM tag` and `image: tag` of what others made, with the digest where there is one. Stages and images of ours have no tag. */
const BASE_IMAGE = /^(FROM |\s+image: )([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm;

export interface BaseImage {
  tag: string;
  digest: string | undefined;
}

export const baseImagesIn = (text: string): BaseImage[] =>
  [...text.matchAll(BASE_IMAGE)].map(([, , tag = '', digest]) => ({ tag, digest }));

/** The text with the digests of today, and what has changed. */
export function pinImages(
  text: string,
  digestOf: (tag: string) => string,
): { text: string; changes: string[] } {
  const changes: string[] = [];
  const pinned = text.replaceAll(BASE_IMAGE, (_, before: string, tag: string, old = '') => {
    const digest = `@${digestOf(tag)}`;
    if (digest !== old) changes.push(`${tag}${digest}`);
    return `${before}${tag}${digest}`;
  });
  return { text: pinned, changes };
}

/** Of the list of all architectures. */
export function askForDigest(tag: string): string {
  const args = ['buildx', 'imagetools', 'inspect', tag, '--format', '{{json .Manifest.Digest}}'];
  let written: string;
  try {
    written = execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const why = findMissingProgram(error) ?? (stderr.trim() || 'docker does not say why.');
    throw new CommandError(`The digest of ${tag} cannot be read: ${why} Nothing was changed.`);
  }
  const digest = written.trim().replaceAll('"', '');
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new CommandError(`What docker says of ${tag} is no digest: ${digest}. Nothing was changed.`);
  return digest;
}

/** Without buildx, docker answers with how it is used. */
function findMissingProgram(error: unknown): string | undefined {
  if (hasCode(error, 'ENOENT')) return 'there is no `docker` here.';
  const { status } = spawnSync('docker', ['buildx', 'version'], { stdio: 'ignore' });
  return status === 0 ? undefined : "this `docker` has no buildx. Install Docker's plugin for it.";
}

/** All digests are asked for before the first file is written. */
export function pinFiles(root: string, digestOf: (tag: string) => string = askForDigest): string[] {
  const files = FILES_WITH_IMAGES.map((name) => {
    const file = join(root, name);
    return { name, file, ...pinImages(readFileSync(file, 'utf8'), digestOf) };
  });
  for (const { file, text } of files) writeFileSync(file, text);
  return files.flatMap(({ name, changes }) => changes.map((change) => `${name}: ${change}`));
}

if (import.meta.main) {
  try {
    const changes = pinFiles(ROOT);
    console.log(changes.length > 0 ? changes.join('\n') : 'Every base image has the digest of today.');
  } catch (error) {
    exitWithError(error);
  }
}
