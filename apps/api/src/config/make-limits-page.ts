/**
 * Generates the tables of docs/flows/rate-limits.md. `node tools/run/bootstrap.mjs start tools/run/database generate`
 * writes them. Not part of the build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@foyer/contracts/endpoints';
import {
  callLimits,
  invitationLimits,
  limits,
  otherCallLimit,
  uncountedCalls,
  type Limit,
} from './limits.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/flows/rate-limits.md');
const BORDER =
  '<!-- Drawn from apps/api/src/config/limits.ts by `node tools/run/bootstrap.mjs start tools/run/database generate`; do not edit below. -->';

export function readLimitsPage(): { now: string; drawn: string } {
  const now = readFileSync(PAGE, 'utf8');
  const [byHand = ''] = now.split(BORDER);
  const calls = [
    ...[...Map.groupBy(callLimits, sizeOf)].map(([size, group]) => [
      size,
      namesOf(group.map(({ of }) => of)),
    ]),
    [sizeOf(otherCallLimit), 'all other calls that change something, counted together'],
    ['not counted', namesOf(uncountedCalls)],
  ];
  const others = Object.values(limits).map((limit) => [limit.name, limit.key, sizeOf(limit)]);
  const budgets = Object.entries(invitationLimits).map(([kind, { key, limits: both }]) => [
    `\`${kind}\``,
    key,
    ...both.map(sizeOf),
  ]);
  const tables = [
    `## Calls of a network\n\n${table(['Limit', 'Calls'], calls)}`,
    `## Attempts, mails and other calls\n\n${table(['What', 'Counted on', 'Limit'], others)}`,
    `## Invitations\n\n${table(['Budget', 'Counted on', 'Hour', 'Day'], budgets)}`,
  ];
  return { now, drawn: [byHand + BORDER, ...tables].join('\n\n') + '\n' };
}

const namesOf = (endpoints: readonly Endpoint[]): string =>
  endpoints.map(({ method, path }) => `\`${method} ${path}\``).join(', ');

function sizeOf({ size, seconds, thenSeconds }: Limit & { thenSeconds?: number }): string {
  if (thenSeconds === undefined) return `${size} ${perSpan(seconds)}`;
  return `${size}, then 1 ${perSpan(thenSeconds)}; again ${size} after ${spanOf(seconds)} without such a mail`;
}

const perSpan = (seconds: number): string => `per ${spanOf(seconds).replace(/^1 /, '')}`;

const spanOf = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`;

function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  );
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

if (import.meta.main) writeFileSync(PAGE, readLimitsPage().drawn);
