import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';
import { imagesWithPackages } from './images-with-packages.ts';
import { keepPackages } from './keep-packages.ts';
import { isPackage, readLockFile } from './locked-packages.ts';
import { noticesOf } from './notices.ts';

/** Runs npm on a copy of the manifests, without calls to the registry and without installing packages. */
describe('npm ci', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-install-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function copyManifests(folders: readonly string[]): void {
    for (const file of [
      'package.json',
      'package-lock.json',
      '.npmrc',
      ...folders.map((name) => `${name}/package.json`),
    ]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, file));
    }
  }

  const install = (...args: string[]) =>
    spawnSync('npm', ['ci', '--dry-run', '--offline', ...args], {
      cwd: folder,
      env: projectEnvironment(),
      encoding: 'utf8',
    });

  it.each(imagesWithPackages())(
    'installs for the image $image exactly what the lock file has [asvs 15.1.2]',
    ({ folders, extras }) => {
      copyManifests(folders);
      const versions = new Map(Object.entries(readLockFile(folder).packages));
      keepPackages(folder, extras);
      const { status, stderr } = install('--ignore-scripts');
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      const kept = Object.entries(readLockFile(folder).packages).filter(([path]) => isPackage(path));
      expect(kept.length).toBeLessThan(500);
      for (const [path, entry] of kept) expect(entry).toEqual(versions.get(path));
      const bom = JSON.parse(
        execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
          cwd: folder,
          env: projectEnvironment(),
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
          maxBuffer: 16 * 1024 * 1024,
        }),
      ) as { bomFormat: string; components: { name: string }[] };
      expect(bom.bomFormat).toBe('CycloneDX');
      expect(new Set(bom.components.map(({ name }) => name)).size).toBeGreaterThan(20);
    },
  );

  it('rejects a lock file that does not match the manifests', () => {
    copyManifests(['libs/catalog', 'libs/contracts', 'libs/mail', 'apps/mail-worker']);
    keepPackages(folder, []);
    const lock = readLockFile(folder);
    delete lock.packages['node_modules/nodemailer'];
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const { status, stderr } = install('--ignore-scripts');
    expect(status).not.toBe(0);
    expect(stderr).toContain('nodemailer');
  });

  it('rejects a package whose install script is not reviewed', () => {
    const { folders = [], extras = [] } = imagesWithPackages().find(({ image }) => image === 'operate') ?? {};
    copyManifests(folders);
    keepPackages(folder, extras);
    expect(install().status).toBe(0);
    const file = join(folder, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"prisma": false,', ''));
    const { status, stderr } = install();
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/ESTRICTALLOWSCRIPTS[^]*prisma@/);
  });

  it('is followed by the notices of all packages, with the texts of their licences', () => {
    const { folders = [] } = imagesWithPackages().find(({ image }) => image === 'worker') ?? {};
    copyManifests(folders);
    keepPackages(folder, []);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const notices = noticesOf(folder);
    for (const path of Object.keys(readLockFile(folder).packages).filter(isPackage))
      if (!path.includes('@foyer/'))
        expect(notices).toContain(`${path.slice(path.lastIndexOf('node_modules/') + 13)} `);
    expect(notices).toMatch(/nodemailer [\d.]+ \(MIT-0\)\n\nCopyright/);
    expect(notices).not.toContain('@nestjs/core');
  });
});
