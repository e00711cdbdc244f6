import { posix } from 'node:path';
import { DECISIONS, knownDecisions } from './decisions.ts';

export type Files = ReadonlyMap<string, string>;

const SHORT_FOLDERS: Readonly<Record<string, string>> = {
  api: 'apps/api/src',
  web: 'apps/web/src',
  'mail-worker': 'apps/mail-worker/src',
  contracts: 'libs/contracts/src',
  catalog: 'libs/catalog/src',
};
const NUMBERS = String.raw`\d+(?:\.\d+)*(?:(?:, | and |, and )\d+(?:\.\d+)*)*`;
/**
 * Matches references to numbered sections of documents that the repository does not contain, or that have no numbers.
 */
const ELSEWHERE = /\b(?:SPEC|DESIGN|LESSONS|STYLE|FINDINGS|SECURITY)(?:\.md)?,? \d/g;

export function findDeadReferences(files: Files): string[] {
  const places = new Set([...files.keys()].flatMap(withFolders));
  const decisions = knownDecisions(files);
  const found = [...files].flatMap(([file, text]) =>
    [
      ...deadPages(text, files),
      ...deadNumbers(text, 'invariant', (number) =>
        hasHeading(files, 'docs/security.md', `Invariant ${number}:`),
      ),
      ...deadNumbers(text, 'decision', (number) => decisions.has(Number(number))),
      ...(file.endsWith('.md') ? deadLinks(file, text, files, places) : []),
      // Skips decisions, because they describe the past.
      ...(file.endsWith('.md') && !file.startsWith(DECISIONS) ? deadPaths(text, places) : []),
      ...(file.startsWith(DECISIONS) ? [] : deadScripts(text, files)),
      ...[...text.matchAll(ELSEWHERE)].map(([word]) => `"${word}" is not in this repository`),
    ].map((fault) => `${file}: ${fault}`),
  );
  return [...new Set(found)];
}

/** Checks references such as `docs/product.md 5`: the page must exist, with a heading of each number. */
function deadPages(text: string, files: Files): string[] {
  const mentions = unwrapped(text).matchAll(
    new RegExp(String.raw`(?<![\w./-])(docs/[\w/-]+\.md)(?: (${NUMBERS}))?`, 'g'),
  );
  return [...mentions].flatMap(([, page = '', numbers = '']) => {
    if (!files.has(page)) return [`there is no ${page}`];
    return numbersIn(numbers)
      .filter((number) => !hasHeading(files, page, `${number}. `) && !hasHeading(files, page, `${number} `))
      .map((number) => `${page} has no section ${number}`);
  });
}

function deadNumbers(text: string, word: string, isThere: (number: string) => boolean): string[] {
  const mentions = unwrapped(text).matchAll(new RegExp(String.raw`\b${word}s? (${NUMBERS})`, 'gi'));
  return [...mentions]
    .flatMap(([, numbers = '']) => numbersIn(numbers))
    .filter((number) => !isThere(number))
    .map((number) => `there is no ${word} ${number}`);
}

/** Checks links `[text](target)`: the file or folder must exist, and the heading that a fragment names. */
function deadLinks(file: string, text: string, files: Files, places: ReadonlySet<string>): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', fragment] = target.split('#');
    const place = path === '' ? file : posix.join(posix.dirname(file), path);
    if (!places.has(place)) return [`the target of the link ${target} does not exist`];
    const headings = headingsOf(files.get(place) ?? '').map(toFragment);
    return fragment === undefined || headings.includes(fragment)
      ? []
      : [`the heading of the link ${target} does not exist`];
  });
}

/** Checks paths in backticks that begin with a folder of the project. Skips paths with a wildcard or placeholder. */
function deadPaths(text: string, places: ReadonlySet<string>): string[] {
  return [...text.matchAll(/`([\w.-]+)\/([\w./-]+)`/g)].flatMap(([, first = '', rest = '']) => {
    const isOurs =
      first in SHORT_FOLDERS ||
      ['apps', 'libs', 'tools', 'testbed', 'prisma', 'deploy', 'docs'].includes(first);
    const path = fullPath(`${first}/${rest}`).replace(/\/$/, '');
    return !isOurs || places.has(path) || places.has(`${path}.ts`) ? [] : [`there is no ${first}/${rest}`];
  });
}

/** Checks `npm run x` against the root's package.json. Skips workspace commands and names with a placeholder. */
function deadScripts(text: string, files: Files): string[] {
  const scripts = files.get('package.json') ?? '';
  return [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)(?![\w:-]| --workspace|[$*…])/g)]
    .filter(([, script = '']) => !scripts.includes(`"${script}": "node `))
    .map(([command]) => `there is no ${command}`);
}

function fullPath(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return [SHORT_FOLDERS[first] ?? first, ...rest].join('/');
}

function hasHeading(files: Files, page: string, beginning: string): boolean {
  return headingsOf(files.get(page) ?? '').some((heading) => heading.startsWith(beginning));
}

function headingsOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
}

function toFragment(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function numbersIn(list: string): string[] {
  return list.match(/\d+(?:\.\d+)*/g) ?? [];
}

/** Removes the line breaks of prose and comments, which may split a reference. */
function unwrapped(text: string): string {
  return text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/\/?|#|--)?[ \t]*/g, ' ');
}

function withoutCode(page: string): string {
  return page.replaceAll(/^```.*?^```$/gms, '');
}

function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
