/**
 * What every npm script begins with: installs the packages if they are missing or not those of the lock file, then
 * hands over to the project's own Node, which comes with them. Plain JavaScript, because this file runs on whatever
 * Node the machine has.
 *
 *   node tools/run/bootstrap.mjs <command> [arguments]     runs <command>.ts, a path from the root such as tools/run/start
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

const [command, ...args] = process.argv.slice(2);
const script = join(ROOT, `${command}.ts`);
if (!command || !existsSync(script)) leave(`There is no command "${command ?? ''}".`);
if (!existsSync(join(ROOT, '.data')) || !isInstalled()) requireWritable();
if (!isInstalled()) install();
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

function isInstalled() {
  if (!existsSync(NODE)) return false;
  const wanted = hashLockFile();
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === wanted;
  // Somebody ran `npm ci` by hand: right if that was after the lock file came.
  if (!existsSync(INSTALL_RECORD) || statSync(INSTALL_RECORD).mtimeMs < statSync(LOCK_FILE).mtimeMs)
    return false;
  writeFileSync(STAMP, wanted);
  return true;
}

function install() {
  console.log('Installing the packages of package-lock.json; the first time this takes about a minute …');
  const npm = process.env.npm_execpath;
  const npmArgs = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
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
  writeFileSync(STAMP, hashLockFile());
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
