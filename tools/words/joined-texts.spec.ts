import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { sourcesBelow } from '../lint/imports.ts';
import { ROOT } from '../paths.ts';
import { joinedTextsIn } from './joined-texts.ts';

it('no text is concatenated with another', () => {
  const sources = ['apps/web/src', 'apps/mail-worker/src', 'apps/api/src']
    .flatMap(sourcesBelow)
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !/\/test-[^/]+$/.test(file));
  const found = sources.flatMap((file) =>
    joinedTextsIn(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  "const all = `${t('a.b', 'One.')} ${wait}`;",
  "const row = `${label}: ${t('a.b', 'One')}`;",
  "const all = [t('a.b', 'One.'), other].join(' ');",
  "<p>{t('a.b', 'One.')}{' '}<b>{name}</b></p>",
])('the search for concatenated texts finds %s', (source) => {
  expect(joinedTextsIn(source)).toHaveLength(1);
});

it.each([
  '`${id}-problem`',
  "<p><bdi>{name}</bdi>{' '}{isYou && <Badge>{t('a.b', 'You')}</Badge>}</p>",
  "t('a.b', 'One.')",
  '`${t("a.b", "One.")}`',
  "names.join(', ')",
])('the search for concatenated texts ignores %s', (source) => {
  expect(joinedTextsIn(source)).toEqual([]);
});
