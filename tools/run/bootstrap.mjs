/**
 * What every npm script begins with: installs the packages that the command needs if they are missing or not those of
 * the lock file, then hands over to the project's own Node, which comes with them. Plain JavaScript, because this file
 * runs on whatever Node the machine has.
 *
 *   node tools/run/bootstrap.mjs <level> <command> [arguments]     runs <command>.ts, a path such as tools/run/start
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

requireNode(20, 19);

// Not `import.meta.dirname`: a Node without it gets no further than here, and is to be told why.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK_FILE = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
/** What npm itself writes at the end of an install. */
const INSTALL_RECORD = join(MODULES, '.package-lock.json');
/** Which lock file the installed packages belong to. */
const STAMP = join(MODULES, '.foyer-lock-hash');
const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const ANCESTOR_POLL_MS = 1000;

/**
 * How much is installed, each level with the ones before it: what runs the portal, what checks it, and what only
 * `npm run test:deep` and measurements need. `mark` is a package by which an install is known, also one by hand.
 */
const LEVELS = [
  { name: 'start', mark: 'node', npmArgs: ['--omit=dev'] },
  {
    name: 'test',
    mark: 'jest',
    // All projects but testbed/deep. A folder stands for what is in it.
    npmArgs: ['--include=dev', '--include-workspace-root'].concat(
      ['apps', 'libs', '@foyer/tools', '@foyer/testbed', '@foyer/card-provider-stand-in'].map(
        (project) => `--workspace=${project}`,
      ),
    ),
  },
  { name: 'deep', mark: 'lighthouse', npmArgs: ['--include=dev'] },
];

const [levelName, command, ...args] = process.argv.slice(2);
const script = join(ROOT, `${command}.ts`);
if (!command || !existsSync(script)) leave(`There is no command "${command ?? ''}".`);
const level = LEVELS.findIndex(({ name }) => name === levelName);
if (level < 0) leave(`There is no level "${levelName}".`);
const hasLockedVersions = isOfLockFile();
const isInstalled = hasLockedVersions && installedLevel() >= level;
if (!existsSync(join(ROOT, '.data')) || !isInstalled) requireWritable();
if (!isInstalled) install(Math.max(level, installedLevel()));
handOver();

/** Only what starts everything runs on the machine's own Node; the rest runs on the one that comes with the packages. */
function requireNode(major, minor) {
  const [isMajor, isMinor] = process.versions.node.split('.').map(Number);
  if (isMajor > major || (isMajor === major && isMinor >= minor)) return;
  leave(
    `This is Node ${process.versions.node}. Any from ${major}.${minor} up will do; please install a newer one.`,
  );
}

function requireWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    leave(`${ROOT} cannot be written to. Packages and data go there: use a clone in a folder of your own.`);
  }
}

/** -1 for none. */
function installedLevel() {
  return LEVELS.findLastIndex(({ mark }) => existsSync(join(MODULES, mark)));
}

function isOfLockFile() {
  if (!existsSync(NODE)) return false;
  const wanted = hashLockFile();
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === wanted;
  // Somebody ran `npm ci` by hand: right if that was after the lock file came.
  if (!existsSync(INSTALL_RECORD) || statSync(INSTALL_RECORD).mtimeMs < statSync(LOCK_FILE).mtimeMs)
    return false;
  writeFileSync(STAMP, wanted);
  return true;
}

/** `npm ci` begins with an empty folder; `npm install` only adds, and leaves alone what a running portal has loaded. */
function install(wanted) {
  const { name, npmArgs: ofLevel } = LEVELS[wanted];
  console.log(`Installing the packages of package-lock.json for npm ${name}; this takes about a minute …`);
  // An install that is interrupted is nobody's.
  for (const record of [STAMP, INSTALL_RECORD]) rmSync(record, { force: true });
  const npm = process.env.npm_execpath;
  const how = hasLockedVersions ? ['install', '--no-save'] : ['ci'];
  const npmArgs = [...how, ...ofLevel, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error, stdout, stderr } = npm
    ? spawnSync(process.execPath, [npm, ...npmArgs], { cwd: ROOT, encoding: 'utf8' })
    : spawnSync('npm', npmArgs, { cwd: ROOT, encoding: 'utf8' });
  if (error || status !== 0) {
    console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
    leave('The packages could not be installed; npm says why above. Is the package registry reachable?');
  }
  if (!existsSync(NODE)) {
    leave(
      'npm did not bring Node 24. Allow install scripts (npm config delete ignore-scripts), then try again.',
    );
  }
  removeUnread();
  writeFileSync(STAMP, hashLockFile());
}

/** 130 MB: what Node was unpacked from, its headers too, and Prisma's compilers for other databases, as in images. */
function removeUnread() {
  rmSync(join(MODULES, 'node', 'node_modules'), { recursive: true, force: true });
  const runtime = join(MODULES, '@prisma', 'client', 'runtime');
  for (const file of readdirSync(runtime))
    if (/^query_compiler_(?!small_bg\.postgresql\..*mjs$)/.test(file)) rmSync(join(runtime, file));
}

function handOver() {
  const child = spawn(NODE, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: [join(MODULES, '.bin'), process.env.PATH].filter(Boolean).join(delimiter) },
    // The channel carries no messages: it breaks when we are killed, and the command then stops too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  stopWithNpm(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** When npm is killed it cannot tell us: the process that started us, or the one that started that, is then another. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const before = readAncestors();
  const timer = setInterval(() => {
    if (readAncestors() === before) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, ANCESTOR_POLL_MS);
  timer.unref();
}

/** npm starts us through a shell, which outlives it. Where there is no /proc, the shell has to do. */
function readAncestors() {
  try {
    const [, grandparent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? [];
    return `${process.ppid} ${grandparent}`;
  } catch {
    return `${process.ppid}`;
  }
}

function hashLockFile() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
}

function leave(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}
