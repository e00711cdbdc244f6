import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsWithoutText, textsIn } from '@foyer/catalog/words/texts-in';
import { sourcesBelow } from '../lint/imports.ts';
import { ROOT } from '../paths.ts';
import { kindsIn, type TextKind } from './text-kinds.ts';

const FOLDERS = [
  'apps/web/src',
  'apps/api/src',
  'apps/mail-worker/src',
  'libs/catalog/src',
  'libs/contracts/src',
];
/** The files of the translating functions, which contain no texts. */
const HOMES =
  /^(?:apps\/web\/src\/words\/(?:[\w-]*in-words(?:\.built)?|t(?:\.built)?|fill)\.ts$|libs\/catalog\/src\/words\/)/;

export type SourceText = {
  id: string;
  text: string;
  notes: string[];
  places: string[];
  kinds: TextKind[];
};

const sources = () =>
  FOLDERS.flatMap(sourcesBelow)
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !/\/test-[^/]+$/.test(file) && !HOMES.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));

export function readSourceTexts(): { texts: SourceText[]; conflicts: string[] } {
  const texts = new Map<string, SourceText>();
  const conflicts: string[] = [];
  for (const { file, source } of sources()) {
    const kinds = kindsIn(file, source);
    for (const { id, text, note, idStart } of textsIn(source)) {
      const place = `${file}:${source.slice(0, idStart).split('\n').length}`;
      const found = texts.get(id) ?? { id, text, notes: [], places: [], kinds: [] };
      texts.set(id, found);
      if (found.text !== text) conflicts.push(`${id}: ${place} has a different text than ${found.places[0]}`);
      found.places.push(place);
      addOnce(found.kinds, kinds.get(idStart) ?? 'text');
      if (note !== undefined) addOnce(found.notes, note);
    }
  }
  return { texts: [...texts.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), conflicts };
}

function addOnce<Value>(values: Value[], value: Value): void {
  if (!values.includes(value)) values.push(value);
}

export function readCallsWithoutText(): string[] {
  return sources().flatMap(({ file, source }) => callsWithoutText(source).map((call) => `${file}: ${call}`));
}
