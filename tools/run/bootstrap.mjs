/**
 * The start of the npm scripts in the root's package.json. Installs the packages that the command needs if they are
 * missing or differ from the lock file, then runs the command with the project's own Node. Plain JavaScript, because
 * this file runs on whatever Node the machine has.
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

// Not `import.meta.dirname`, because an old Node without it must still reach the message about its version.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK_FILE = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
/** npm writes this file at the end of an install. */
const INSTALL_RECORD = join(MODULES, '.package-lock.json');
const STAMP = join(MODULES, '.foyer-lock-hash');
const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const ANCESTOR_POLL_MS = 1000;

/**
 * The packages to install. Each level includes the previous one: to run the portal, to check it, and to run `npm run
 * test:deep` and measurements. `mark` is a package that the previous levels do not install.
 */
const LEVELS = [
  { name: 'start', mark: 'node', npmArgs: ['--omit=dev'] },
  {
    name: 'test',
    mark: 'jest',
    // All projects except testbed/deep. A folder selects the projects in it.
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

/** Exits if the machine's Node is too old for this file. The commands run on the project's own Node. */
function requireNode(major, minor) {
  const [isMajor, isMinor] = process.versions.node.split('.').map(Number);
  if (isMajor > major || (isMajor === major && isMinor >= minor)) return;
  leave(
    `This is Node ${process.versions.node}, but ${major}.${minor} or later is needed. Install a newer Node.`,
  );
}

function requireWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    leave(`${ROOT} cannot be written to, but packages and data are stored there. Use a clone of your own.`);
  }
}

function installedLevel() {
  return LEVELS.findLastIndex(({ mark }) => existsSync(join(MODULES, mark)));
}

function isOfLockFile() {
  if (!existsSync(NODE)) return false;
  const wanted = hashLockFile();
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === wanted;
  // Also accepts packages that the user installed with `npm ci` after the last change of the lock file.
  if (!existsSync(INSTALL_RECORD) || statSync(INSTALL_RECORD).mtimeMs < statSync(LOCK_FILE).mtimeMs)
    return false;
  writeFileSync(STAMP, wanted);
  return true;
}

/** Installs packages. If only some are missing, `npm install` adds them and keeps those of a running portal. */
function install(wanted) {
  const { name, npmArgs: ofLevel } = LEVELS[wanted];
  console.log(`Installing the packages of package-lock.json for npm ${name}; this takes about a minute …`);
  // Removed first, so that an interrupted install does not look complete.
  for (const record of [STAMP, INSTALL_RECORD]) rmSync(record, { force: true });
  const npm = process.env.npm_execpath;
  const how = hasLockedVersions ? ['install', '--no-save'] : ['ci'];
  const npmArgs = [...how, ...ofLevel, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error, stdout, stderr } = npm
    ? spawnSync(process.execPath, [npm, ...npmArgs], { cwd: ROOT, encoding: 'utf8' })
    : spawnSync('npm', npmArgs, { cwd: ROOT, encoding: 'utf8' });
  if (error || status !== 0) {
    console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
    leave('The packages could not be installed. See npm’s output above. Is the registry reachable?');
  }
  if (!existsSync(NODE)) {
    leave(
      'npm did not install Node 24. Allow install scripts (npm config delete ignore-scripts), then try again.',
    );
  }
  removeUnread();
  writeFileSync(STAMP, hashLockFile());
}

/** Deletes large files that nothing reads: Node's archive and headers, and most of Prisma's query compilers. */
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
    // The channel has no messages. It closes when this process is killed, which stops the command too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  stopWithNpm(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Stops the command if npm was killed. Then this process or its parent has another parent. */
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

/** Returns the ids of the shell that started this process and of npm. Without /proc, only the shell's. */
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
