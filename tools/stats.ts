/** `npm run stats`: lines of the code in git, including blank lines and comments, and other numbers of the project. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailRules } from '@foyer/mail/mail-kinds';
import { layersOfApi, publicFilesOf } from './lint/layers.ts';
import { findShared } from './lint/table-writers.ts';
import { ROOT } from './paths.ts';

const CODE = /\.(ts|tsx|mjs|js|css)$/;
const SPEC_FILE = /\.(spec|story)\.tsx?$/;
const FOR_SPECS = /^(libs\/testing|apps\/stories)\/|\/test-support\/|^(apps|libs)\/.*\/test-[^/]+\.tsx?$/;
const AREAS = ['apps', 'libs', 'tools', 'testbed'] as const;

interface Lockfile {
  packages: Record<string, { link?: boolean; dependencies?: object; devDependencies?: object }>;
}

const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const linesOf = (paths: string[]): number =>
  paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);

const isSpec = (path: string): boolean => SPEC_FILE.test(path) || FOR_SPECS.test(path);
const code = files.filter((path) => CODE.test(path));
const inside = (folder: string) => code.filter((path) => path.startsWith(`${folder}/`));

console.log('lines'.padEnd(24), 'code'.padStart(8), 'specs'.padStart(8));
for (const [name, folders] of [
  ['product', ['apps', 'libs']],
  ['tools', ['tools']],
  ['testbed', ['testbed']],
] as const)
  printLines(name, folders.flatMap(inside));
console.log();
for (const folder of foldersOf()) printLines(`  ${folder}`, inside(folder));

const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
const named = new Set(
  workspaces.flatMap(([, { dependencies, devDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  ),
);
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);
const markdown = files.filter((path) => path.endsWith('.md'));
console.log(`
packages named           ${String([...named].filter((name) => !name.startsWith('@foyer/')).length).padStart(8)}
packages in the lock     ${String(installed.length).padStart(8)}
words of documents       ${String(markdown.reduce((sum, path) => sum + read(path).split(/\s+/).length, 0)).padStart(8)}`);

const schema = read('prisma/schema.prisma');
const sql = textsOf(/^prisma\/sql\/.*\.sql$/);
const api = textsOf(/^apps\/api\/src\/(?!.*\.spec\.ts$).*\.ts$/);
const services = textsOf(/^apps\/api\/src\/(?!database\/|test-|.*\.(queries|spec)\.ts$).*\.ts$/);
console.log();
for (const [name, count] of [
  ['tables', countIn([schema], /^model /gm)],
  ['lines of SQL', linesOf(files.filter((path) => path.endsWith('.sql')))],
  ['triggers', new Set(matchesIn(sql, /TRIGGER \w+\s[^;]*?ON \w+/g)).size],
  ['functions of SQL', new Set(matchesIn(sql, /CREATE (?:OR REPLACE )?FUNCTION [\w.]+/g)).size],
  ['services', files.filter((path) => /^apps\/(?!.*spec).*\.service\.ts$/.test(path)).length],
  ['constructors above six', api.map(parametersOf).filter((parameters) => parameters > 6).length],
  ['typedSql beyond queries', countIn(services, /from '@foyer\/db\/typed-sql'/g)],
  ['lines of typed-sql.ts', linesOf(['libs/db/src/typed-sql.ts'])],
  ['tables, several writers', Object.keys(findShared()).length],
  ['decisions', files.filter((path) => /^docs\/decisions\/\d+/.test(path)).length],
  ['mail kinds', Object.keys(mailRules).length],
  ['scripts', Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts).length],
  ['environment variables', countIn([read('.env.example')], /^[A-Z\d_]+=/gm)],
] as const)
  console.log(name.padEnd(24), String(count).padStart(8));

console.log('\npublic files');
for (const domain of layersOfApi.closed)
  console.log(`  ${domain}`.padEnd(24), String(publicFilesOf(domain).length).padStart(8));

function textsOf(pattern: RegExp): string[] {
  return files.filter((path) => pattern.test(path)).map(read);
}

function matchesIn(texts: string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => text.match(pattern) ?? []);
}

function countIn(texts: string[], pattern: RegExp): number {
  return matchesIn(texts, pattern).length;
}

/** Counts only parameters on their own lines. */
function parametersOf(text: string): number {
  return /constructor\(([\s\S]*?)\n? *\) \{/.exec(text)?.[1]?.match(/^\s+\S.*,$/gm)?.length ?? 0;
}

function printLines(name: string, paths: string[]): void {
  const specs = paths.filter(isSpec);
  const count = (some: string[]): string => String(linesOf(some)).padStart(8);
  console.log(name.padEnd(24), count(paths.filter((path) => !isSpec(path))), count(specs));
}

function foldersOf(): string[] {
  const folders = code.map((path) => path.split('/').slice(0, 2).join('/'));
  return [...new Set(folders)]
    .filter((folder) => AREAS.some((area) => folder.startsWith(`${area}/`)) && !folder.includes('.'))
    .toSorted();
}
