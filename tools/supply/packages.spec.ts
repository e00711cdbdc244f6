import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { readRepository } from '../docs/read-repository.ts';
import { EXCEPTIONS, isPermissive, licenceOf } from './licences.ts';
import { imagesWithPackages } from './images-with-packages.ts';
import {
  isPackage,
  neededBy,
  packageName,
  projectFolders,
  readLockFile,
  type LockEntry,
  type LockFile,
} from './locked-packages.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const lock = readLockFile(ROOT);
/** Matches a SHA-512 digest in base64, without a weaker digest beside it. */
const SHA_512 = /^sha512-[\w+/]{86}==$/;
const images = imagesWithPackages();

function neededWith(
  folders: readonly string[],
  extras: readonly string[],
): { name: string; licence: string | undefined }[] {
  const tools = lock.packages['tools'];
  const more = Object.fromEntries(extras.map((name) => [name, '*']));
  const packages: LockFile['packages'] = {
    ...lock.packages,
    tools: { ...tools, dependencies: { ...tools?.dependencies, ...more } },
  };
  return [...neededBy({ packages }, folders)]
    .filter((path) => isPackage(path) && !packages[path]?.link)
    .map((path) => ({
      name: packageName(path),
      licence: licenceOf(packageName(path), packages[path] ?? {}),
    }));
}

describe('the packages of the lock file', () => {
  it('come only from a registry, with their hashes [asvs 15.1.2]', () => {
    const projects = new Set(projectFolders(lock));
    const isAsItShouldBe = ({ link, resolved, integrity }: LockEntry): boolean =>
      link ? projects.has(resolved ?? '') : resolved === undefined && SHA_512.test(integrity ?? '');
    const others = Object.entries(lock.packages).filter(
      ([path, entry]) => isPackage(path) && !isAsItShouldBe(entry),
    );
    expect(others.map(([path]) => path)).toEqual([]);
    // Projects have no hash, so each must be a folder of the repository.
    for (const folder of projects) expect(folder).toMatch(/^(?:apps\/|libs\/|testbed\/)?[\w-]+$/);
  });

  it('run only reviewed scripts', () => {
    expect(read('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: object };
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path, { name }]) => name ?? packageName(path));
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
  });

  it('include Prisma’s client and command line in the same version', () => {
    expect(lock.packages['node_modules/prisma-cli']?.version).toBe(
      lock.packages['node_modules/@prisma/client']?.version,
    );
  });
});

describe('the licences', () => {
  it.each(images)('of the packages in the image $image are permissive', ({ image, folders, extras }) => {
    const needed = neededWith(folders, extras);
    expect(needed.length).toBeGreaterThan(20);
    const unfit = needed.filter(({ name, licence }) => {
      const isException = EXCEPTIONS.some(
        (exception) => exception.image === image && exception.name === name && exception.licence === licence,
      );
      return !isException && (licence === undefined || !isPermissive(licence));
    });
    expect(unfit).toEqual([]);
  });

  it('have exceptions only for packages in an image, each with a reason', () => {
    for (const { name, image, why } of EXCEPTIONS) {
      const { folders = [], extras = [] } = images.find((entry) => entry.image === image) ?? {};
      expect(neededWith(folders, extras).map((entry) => entry.name)).toContain(name);
      expect(why).not.toBe('');
    }
  });

  it.each([
    ['MIT', true],
    ['(MIT OR EUPL-1.1+)', true],
    ['MIT and ISC', true],
    ['Apache-2.0 AND LGPL-3.0', false],
    ['EPL-2.0', false],
    ['AGPL-3.0-only OR SSPL-1.0', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('of the expression %s are permissive: %s', (expression, expected) => {
    expect(isPermissive(expression)).toBe(expected);
  });
});

describe('base images', () => {
  it('are pinned by digest by Renovate', () => {
    const { extends: presets } = JSON.parse(read('renovate.json')) as { extends: string[] };
    expect(presets).toContain('docker:pinDigests');
  });
});

describe('workflows', () => {
  it('pin actions to commits, and have read-only permissions by default', () => {
    const workflows = [...readRepository()].filter(([path]) => path.startsWith('.github/workflows/'));
    expect(workflows.length).toBeGreaterThan(0);
    for (const [, text] of workflows) {
      for (const [, action = ''] of text.matchAll(/uses: (\S+)/g))
        expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
      expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
    }
  });
});
