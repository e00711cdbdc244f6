import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsWithoutText, textsIn } from '@foyer/catalog/words/texts-in';
import { sourcesBelow } from '../lint/imports.ts';
import { ROOT } from '../paths.ts';

/** Where visitors' texts are written. */
const FOLDERS = [
  'apps/web/src',
  'apps/api/src',
  'apps/mail-worker/src',
  'libs/catalog/src',
  'libs/contracts/src',
];
/** The functions themselves. */
const HOMES =
  /^(?:apps\/web\/src\/words\/(?:[\w-]*in-words(?:\.built)?|t(?:\.built)?|fill)\.ts$|libs\/catalog\/src\/words\/)/;

export interface SourceText {
  text: string;
  /** Folders in which it stands, for translators. */
  places: string[];
}

const sources = () =>
  FOLDERS.flatMap(sourcesBelow)
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !/\/test-[^/]+$/.test(file) && !HOMES.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));

/** All texts of the portal with the places they stand in, in the order of these. */
export function readSourceTexts(): SourceText[] {
  const places = new Map<string, Set<string>>();
  for (const { file, source } of sources())
    for (const { text } of textsIn(source)) {
      const found = places.get(text) ?? new Set();
      places.set(text, found.add(folderIn(file)));
    }
  return [...places].map(([text, found]) => ({ text, places: [...found].sort() }));
}

/** Calls in which no text can be found, by file. */
export function readCallsWithoutText(): string[] {
  return sources().flatMap(({ file, source }) => callsWithoutText(source).map((call) => `${file}: ${call}`));
}

/** apps/web/src/teams/members/seats.tsx -> web/teams/members. A line's number would change with every edit above. */
function folderIn(file: string): string {
  const [, project = '', , ...path] = file.split('/');
  return [project, ...path.slice(0, -1)].join('/');
}
