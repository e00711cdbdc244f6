/**
 * Lints texts as if they were files of the workspace: reads `[{ file, text }]` from standard input, writes the names
 * of the broken rules for each. For the spec of the boundaries; ESLint does not run inside jest's module system.
 */
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { ROOT } from '../paths.ts';

// Who may import whom needs no types, and each text would have a program of the compiler made anew.
const eslint = new ESLint({ cwd: ROOT, overrideConfig: tseslint.configs.disableTypeChecked });
const sources = JSON.parse(await readText(process.stdin)) as { file: string; text: string }[];
const brokenRules: (string | null)[][] = [];
for (const { file, text } of sources) {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, file) });
  brokenRules.push(result?.messages.map((message) => message.ruleId) ?? []);
}
process.stdout.write(JSON.stringify(brokenRules));
