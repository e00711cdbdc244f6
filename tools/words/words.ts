/** `npm run words -- extract`: brings every catalogue up to the texts of the sources (docs/languages.md). */
import { writeFileSync } from 'node:fs';
import { catalogueFile, translationsOf } from '@foyer/catalog/words/catalogue';
import { translatedLanguages, updatedCatalogue } from './catalogues.ts';
import { CommandError, exitWithError } from '../command-error.ts';
import { readSourceTexts } from './source-texts.ts';

if (process.argv[2] !== 'extract')
  exitWithError(new CommandError('There is one command: npm run words -- extract'));
const texts = readSourceTexts();
for (const language of translatedLanguages) {
  writeFileSync(catalogueFile(language), updatedCatalogue(language, texts));
  const count = translationsOf(language).size;
  console.log(`${language}: ${count} of ${texts.length} texts are translated.`);
}
