import type { Advisory } from './accepted-advisories.ts';
import { isPackage, packageName, type LockFile } from './locked-packages.ts';

const OSV = 'https://api.osv.dev';
/** The most it takes at once is 1,000. */
const QUERIES_AT_ONCE = 500;
const WAIT_MS = 20_000;

interface Batch {
  results: ({ vulns?: { id: string }[] } | null)[];
}

interface Vulnerability {
  summary?: string;
  details?: string;
  database_specific?: { severity?: string };
}

/** What OSV knows of these very versions. */
export async function askOsv(lock: LockFile, osv = OSV): Promise<Advisory[]> {
  const packages = installedFrom(lock);
  const found: { id: string; name: string }[] = [];
  for (let at = 0; at < packages.length; at += QUERIES_AT_ONCE) {
    const part = packages.slice(at, at + QUERIES_AT_ONCE);
    const queries = part.map(({ name, version }) => ({ package: { ecosystem: 'npm', name }, version }));
    const { results } = await ask<Batch>(`${osv}/v1/querybatch`, { queries });
    for (const [index, result] of results.entries())
      for (const { id } of result?.vulns ?? []) found.push({ id, name: part[index]?.name ?? '' });
  }
  const advisories: Advisory[] = [];
  for (const { id, name } of found) {
    const url = `${osv}/v1/vulns/${encodeURIComponent(id)}`;
    const { summary, details, database_specific: more } = await ask<Vulnerability>(url);
    const title = summary ?? details?.split('\n')[0] ?? 'no title';
    advisories.push({ id, package: name, severity: more?.severity?.toLowerCase() ?? 'unknown', title, url });
  }
  return advisories;
}

function installedFrom({ packages }: LockFile): { name: string; version: string }[] {
  const versions = new Map<string, { name: string; version: string }>();
  for (const [path, { name = packageName(path), version, link }] of Object.entries(packages))
    if (isPackage(path) && !link && version) versions.set(`${name}@${version}`, { name, version });
  return [...versions.values()];
}

async function ask<Answer>(url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (!response.ok) throw new Error(`it answers ${response.status}.`);
  return (await response.json()) as Answer;
}
