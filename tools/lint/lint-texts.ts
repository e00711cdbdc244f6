/**
 * Lints texts as if they were files of the workspace: reads `[{ file, text }]` from standard input, writes the names
 * of the broken rules for each. For the spec of the boundaries; ESLint does not run inside jest's module system.
 */
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import { ROOT } from '../paths.ts';

const eslint = new ESLint({ cwd: ROOT });
const sources = JSON.parse(await readText(process.stdin)) as { file: string; text: string }[];
const brokenRules: (string | null)[][] = [];
for (const { file, text } of sources) {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, file) });
  brokenRules.push(result?.messages.map((message) => message.ruleId) ?? []);
}
process.stdout.write(JSON.stringify(brokenRules));
