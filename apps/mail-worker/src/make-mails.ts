/**
 * Writes every kind of mail into a folder, to be looked at: `npm run mails:look -- <folder>`. With all that people may
 * call themselves, if `--worst` is added.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageContextFrom } from './deliver-mail.ts';
import { MARK, MARK_ID, renderHtml, renderText } from './render-message.ts';
import { mails, mailsOfTheWorst } from './test-mails.ts';
import { writeMessage } from './templates/write-message.ts';

const [folder = '.data/mails', isWorst] = process.argv.slice(2);
const context = messageContextFrom({
  ...{ PRODUCT_NAME: 'Foyer', SUPPORT_EMAIL: 'help@example.com' },
  PUBLIC_URL: new URL('https://portal.example.com'),
});
const mark = `data:image/png;base64,${MARK.toString('base64')}`;
await mkdir(folder, { recursive: true });
const all = isWorst ? mailsOfTheWorst : mails.map((mail) => ({ what: '', mail }));
for (const [index, { what, mail }] of all.entries()) {
  const message = writeMessage(mail, context);
  const file = join(folder, [String(index + 1).padStart(3, '0'), mail.kind, what].filter(Boolean).join('-'));
  await writeFile(`${file}.html`, renderHtml(message, context).replace(`cid:${MARK_ID}`, mark));
  await writeFile(`${file}.txt`, `Subject: ${message.subject}\n\n${renderText(message, context)}\n`);
}
console.log(`${all.length} mails are in ${folder}.`);
