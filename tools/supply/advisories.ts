/**
 * `node tools/run/bootstrap.mjs start tools/supply/advisories`: known vulnerabilities of packages in the lock file.
 * Uses `npm audit`, and the OSV database if the registry does not respond. Exits with 1 for an advisory that is not
 * accepted, and if neither source responds.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError, exitWithError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { projectEnvironment } from '../project-environment.ts';
import { isPackage, neededBy, packageName, readLockFile } from './locked-packages.ts';

interface Advisory {
  id: string;
  name: string;
  about: string;
}

/** An accepted advisory: it does not affect the portal, or has no fix yet. The exception ends after the day `until`. */
interface Accepted {
  id: string;
  until: string;
  why: string;
}

const ACCEPTED: readonly Accepted[] = [];

interface Places {
  registry?: string;
  osv?: string;
}

const run = promisify(execFile);

/** The projects whose packages are in an image or in the browser's bundle (Dockerfile). */
const IN_PRODUCTION = ['apps/api', 'apps/mail-worker', 'apps/operate', 'apps/web', 'tools'];
const WAIT_MS = 20_000;
/** OSV accepts at most 1,000 packages per request. */
const QUERIES_AT_ONCE = 500;

export async function findAdvisories(
  root: string,
  { registry, osv = 'https://api.osv.dev' }: Places = {},
  accepted: readonly Accepted[] = ACCEPTED,
  today = new Date().toISOString().slice(0, 10),
): Promise<{ lines: string[]; isGood: boolean }> {
  const lines: string[] = [];
  for (const [who, ask] of [
    ['The registry', () => askRegistry(root, registry)],
    ['The OSV database', () => askOsv(root, osv)],
  ] as const) {
    try {
      return report(root, who, await ask(), accepted, today);
    } catch (error) {
      lines.push(`${who} cannot be asked: ${(error as Error).message}`);
    }
  }
  lines.push('Neither source responded, so nothing is known about advisories. Run this with network access.');
  return { lines, isGood: false };
}

function report(
  root: string,
  who: string,
  found: readonly Advisory[],
  accepted: readonly Accepted[],
  today: string,
): { lines: string[]; isGood: boolean } {
  const inProduction = new Set([...neededBy(readLockFile(root), IN_PRODUCTION)].map(packageName));
  const open = found.filter(({ id }) => !accepted.some((one) => one.id === id && one.until >= today));
  const gone = accepted.filter(({ id }) => !found.some((advisory) => advisory.id === id));
  return {
    isGood: open.length === 0,
    lines: [
      ...open.map(
        ({ id, name, about }) =>
          `${name}, ${inProduction.has(name) ? 'in production' : 'in development only'}: ${about} (${id})`,
      ),
      ...gone.map(
        ({ id }) => `${id} is accepted, but the lock file no longer has it. Remove it from the list.`,
      ),
      `${who} knows ${found.length} advisories for this lock file, ${found.length - open.length} accepted.`,
    ],
  };
}

interface AuditReport {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<
    string,
    { via: (string | { name: string; title: string; url: string; severity: string })[] }
  >;
}

/** Uses the output of `npm audit`, because its exit code is 1 for both advisories and errors. */
async function askRegistry(root: string, registry: string | undefined): Promise<Advisory[]> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=1', `--fetch-timeout=${WAIT_MS}`];
  const { stdout } = await run('npm', registry ? [...args, `--registry=${registry}`] : args, {
    cwd: root,
    env: projectEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout }));
  const { vulnerabilities, message, error } = JSON.parse(stdout || '{}') as AuditReport;
  if (!vulnerabilities) throw new Error(message ?? error?.summary ?? 'it does not support audits.');
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((entry) => typeof entry !== 'string')
    .map(({ name, title, url, severity }) => ({
      id: url.slice(url.lastIndexOf('/') + 1),
      name,
      about: `${severity}, ${title}, ${url}`,
    }));
  return [...new Map(found.map((one) => [`${one.id} ${one.name}`, one])).values()];
}

async function askOsv(root: string, osv: string): Promise<Advisory[]> {
  const packages = Object.entries(readLockFile(root).packages).flatMap(
    ([path, { name = packageName(path), version, link }]) =>
      isPackage(path) && !link && version ? [{ name, version }] : [],
  );
  const found = new Map<string, Advisory>();
  for (let at = 0; at < packages.length; at += QUERIES_AT_ONCE) {
    const part = packages.slice(at, at + QUERIES_AT_ONCE);
    const queries = part.map(({ name, version }) => ({ package: { ecosystem: 'npm', name }, version }));
    const response = await fetch(`${osv}/v1/querybatch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries }),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (!response.ok) throw new Error(`it answers ${response.status}.`);
    const { results } = (await response.json()) as { results: ({ vulns?: { id: string }[] } | null)[] };
    for (const [index, { name = '' } = {}] of part.entries())
      for (const { id } of results[index]?.vulns ?? [])
        found.set(`${id} ${name}`, { id, name, about: `https://osv.dev/vulnerability/${id}` });
  }
  return [...found.values()];
}

if (import.meta.main) {
  try {
    const { lines, isGood } = await findAdvisories(ROOT);
    if (!isGood) throw new CommandError(lines.join('\n'));
    console.log(lines.join('\n'));
  } catch (error) {
    exitWithError(error);
  }
}
