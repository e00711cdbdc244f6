import { execFile } from 'node:child_process';
import { projectEnvironment } from '../project-environment.ts';
import type { Advisory } from './accepted-advisories.ts';

interface AuditReport {
  auditReportVersion?: number;
  message?: string;
  error?: { summary?: string; code?: string };
  vulnerabilities?: Record<string, { via: (string | AuditEntry)[] }>;
}

interface AuditEntry {
  name: string;
  title: string;
  url: string;
  severity: string;
}

const WAIT = ['--fetch-retries=1', '--fetch-timeout=20000'];

/** What `npm audit` says. Its exit code is 1 for advisories and for faults alike, so only what it writes counts. */
export async function askRegistry(root: string, registry?: string): Promise<Advisory[]> {
  const args = [
    'audit',
    '--json',
    '--package-lock-only',
    ...WAIT,
    ...(registry ? [`--registry=${registry}`] : []),
  ];
  const written = await new Promise<string>((resolve, reject) => {
    execFile(
      'npm',
      args,
      { cwd: root, env: projectEnvironment(), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => (error && stdout === '' ? reject(new Error('npm does not run.')) : resolve(stdout)),
    );
  });
  const report = readReport(written);
  if (!report.vulnerabilities || report.auditReportVersion !== 2)
    throw new Error(report.message ?? report.error?.summary ?? 'it answers no audit calls.');
  const entries = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((entry) => typeof entry !== 'string');
  const found = new Map<string, Advisory>();
  for (const { name, title, url, severity } of entries) {
    const id = url.slice(url.lastIndexOf('/') + 1);
    found.set(`${id} ${name}`, { id, package: name, severity, title, url });
  }
  return [...found.values()];
}

function readReport(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return {};
  }
}
