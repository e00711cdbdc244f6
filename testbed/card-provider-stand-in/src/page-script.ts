/** The script that replaces Stripe.js: the files of `page/` without their types, joined. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Each file comes after the files that it uses. */
const FILES = ['card-rules', 'provider-calls', 'card-field', 'card-element', 'challenge', 'stripe'];

/** Returns whether a path is the old (`/v3/`) or a current (`/{release}/stripe.js`) path of Stripe.js. */
export function isPageScript(path: string): boolean {
  return path === '/v3/' || path === '/v3' || /^\/(v3|[a-z]+)\/stripe\.js$/.test(path);
}

let code: string | undefined;

export function pageScript(providerUrl: string): string {
  code ??= FILES.map((name) =>
    stripTypeScriptTypes(readFileSync(new URL(`page/${name}.ts`, import.meta.url), 'utf8'))
      .replace(/^import\s[^;]*from '\.\/[^']+';$/gm, '')
      .replace(/^export /gm, ''),
  ).join('\n');
  return `(() => {\n'use strict';\nconst PROVIDER_URL = ${JSON.stringify(providerUrl)};\n${code}\n})();\n`;
}
