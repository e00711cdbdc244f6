/**
 * Writes samples of all mails into a folder: `node tools/run/bootstrap.mjs start apps/mail-worker/src/make-mails
 * <folder>`. `--language de` selects the language. `--worst` uses long and hostile names.
 */
import { languageNamed } from '@foyer/catalog/languages';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageContextFrom } from './deliver-mail.ts';
import { MARK, MARK_ID, renderHtml, renderText } from './render-message.ts';
import { mails, mailsWithExtremeValues } from './test-mails.ts';
import { writeMessage } from './templates/write-message.ts';

const { values, positionals } = parseArgs({
  options: { language: { type: 'string' }, worst: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder = '.data/mails'] = positionals;
const env = {
  PRODUCT_NAME: 'Foyer',
  SUPPORT_EMAIL: 'help@example.com',
  PUBLIC_URL: new URL('https://portal.example.com'),
};
const language = languageNamed(values.language);
if (values.language !== undefined && !language) throw new Error(`There is no language "${values.language}".`);
const context = messageContextFrom(env, language);
const mark = `data:image/png;base64,${MARK.toString('base64')}`;
await mkdir(folder, { recursive: true });
const all = values.worst ? mailsWithExtremeValues : mails.map((mail) => ({ what: '', mail }));
for (const [index, { what, mail }] of all.entries()) {
  const message = writeMessage(mail, context);
  const file = join(folder, [String(index + 1).padStart(3, '0'), mail.kind, what].filter(Boolean).join('-'));
  await writeFile(`${file}.html`, renderHtml(message, context).replace(`cid:${MARK_ID}`, mark));
  await writeFile(`${file}.txt`, `Subject: ${message.subject}\n\n${renderText(message, context)}\n`);
}
console.log(`${all.length} mails are in ${folder}.`);
