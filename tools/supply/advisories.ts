/**
 * `npm run advisories`: whether somebody has reported a vulnerability of a package in the lock file. Asks the registry as
 * `npm audit` does, and where that has no answer the OSV database. Ends with 1 when there is one that nobody has accepted
 * (accepted-advisories.ts), and when nobody could be asked.
 */
import { CommandError, exitWithError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { ACCEPTED, type Accepted, type Advisory } from './accepted-advisories.ts';
import { askOsv } from './ask-osv.ts';
import { askRegistry } from './ask-registry.ts';
import { neededBy, packageName, readLockFile } from './locked-packages.ts';

/** Where to ask: what is not said is npm's own registry and the public database. */
export interface Places {
  registry?: string;
  osv?: string;
}

interface Findings {
  lines: string[];
  isGood: boolean;
}

/** What an image or the browser's bundle is made of (Dockerfile). */
const IN_PRODUCTION = ['apps/api', 'apps/mail-worker', 'apps/operate', 'apps/web', 'tools'];

export async function findAdvisories(
  root: string,
  places: Places = {},
  accepted: readonly Accepted[] = ACCEPTED,
  today = new Date().toISOString().slice(0, 10),
): Promise<Findings> {
  const refused: string[] = [];
  for (const [name, ask] of [
    ['The registry', () => askRegistry(root, places.registry)],
    ['The OSV database', () => askOsv(readLockFile(root), places.osv)],
  ] as const) {
    try {
      const found = await ask();
      return report(name, found, productionPackages(root), accepted, today);
    } catch (error) {
      refused.push(`${name} cannot be asked: ${(error as Error).message}`);
    }
  }
  const said = 'Nobody could be asked, so nothing is known about advisories. Run this where a network is.';
  return { lines: [...refused, said], isGood: false };
}

function productionPackages(root: string): Set<string> {
  return new Set([...neededBy(readLockFile(root), IN_PRODUCTION)].map(packageName));
}

function report(
  who: string,
  found: readonly Advisory[],
  inProduction: ReadonlySet<string>,
  accepted: readonly Accepted[],
  today: string,
): Findings {
  const isAccepted = ({ id }: Advisory): boolean =>
    accepted.some((entry) => entry.id === id && entry.until >= today);
  const open = found.filter((advisory) => !isAccepted(advisory));
  const gone = accepted.filter(({ id }) => !found.some((advisory) => advisory.id === id));
  const counted = `${who} knows ${count(found.length)} for this lock file, ${found.length - open.length} accepted.`;
  return {
    lines: [
      ...open.map(
        ({ id, package: name, severity, title, url }) =>
          `${severity.padEnd(9)} ${name}, ${inProduction.has(name) ? 'in production' : 'in development only'}: ${title} (${id}, ${url})`,
      ),
      ...gone.map(
        ({ id }) => `${id} is accepted and no longer known for this lock file: take it off the list.`,
      ),
      counted,
    ],
    isGood: open.length === 0,
  };
}

const count = (number: number): string => (number === 1 ? '1 advisory' : `${number} advisories`);

if (import.meta.main) {
  try {
    const { lines, isGood } = await findAdvisories(ROOT);
    if (!isGood) throw new CommandError(lines.join('\n'));
    console.log(lines.join('\n'));
  } catch (error) {
    exitWithError(error);
  }
}
