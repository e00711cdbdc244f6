/** `npm run words`: updates the catalogues from the sources, or shows the state of translations (docs/languages.md). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { catalogueFile, entriesOf } from '@foyer/catalog/words/catalogue';
import { ROOT } from '../paths.ts';
import { CommandError, exitWithError } from '../command-error.ts';
import { translatedLanguages, updatedCatalogue } from './catalogues.ts';
import { pageOfTexts } from './page-of-texts.ts';
import { readSourceTexts } from './source-texts.ts';

const { texts, conflicts } = readSourceTexts();

const commands: Record<string, () => void> = {
  extract: () => {
    if (conflicts.length > 0) exitWithError(new CommandError(conflicts.join('\n')));
    for (const language of translatedLanguages)
      writeFileSync(catalogueFile(language), updatedCatalogue(language, texts));
    status();
  },
  status,
  look: () => {
    const file = join(ROOT, '.data/words.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageOfTexts(texts));
    console.log(relative(ROOT, file));
  },
};

function status(): void {
  const rows = translatedLanguages.map((language) => {
    const states = { reviewed: 0, drafted: 0, outdated: 0, missing: 0 };
    for (const entry of entriesOf(language)) states[entry.state] += 1;
    return [language, states] as const;
  });
  console.table(Object.fromEntries(rows));
}

const command = commands[process.argv[2] ?? ''];
if (!command)
  exitWithError(new CommandError(`Commands: npm run words -- ${Object.keys(commands).join(' | ')}`));
command();
