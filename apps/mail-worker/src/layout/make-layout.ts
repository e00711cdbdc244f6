/**
 * Compiles `mail.mjml`, with the web application's colors, to the worker's template. Run it after a change of the
 * layout or the colors: `node tools/run/bootstrap.mjs test apps/mail-worker/src/layout/make-layout`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mjml from 'mjml';

const SOURCE = join(import.meta.dirname, 'mail.mjml');
const RESULT = join(import.meta.dirname, 'mail.mustache');
const TOKENS = join(import.meta.dirname, '../../../web/src/ui/tokens.css');

export async function makeLayout(): Promise<string> {
  const tokens = new Map<string, string>();
  for (const [, name = '', value = ''] of (await readFile(TOKENS, 'utf8')).matchAll(/(--[\w-]+): ([^;]+);/g))
    if (!tokens.has(name)) tokens.set(name, lightOf(value));
  const source = (await readFile(SOURCE, 'utf8')).replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`tokens.css has no ${name}`);
    return value;
  });
  const { html } = await mjml(source, { validationLevel: 'strict', fonts: {} });
  return `${withDirection(html).replace(/^\s+/gm, '').trimEnd()}\n`;
}

/** Replaces MJML's fixed left-to-right direction, because some languages are written from right to left. */
function withDirection(html: string): string {
  return html
    .replaceAll('direction:ltr', 'direction:{{direction}}')
    .replaceAll('text-align:left', 'text-align:{{start}}')
    .replaceAll('align="left"', 'align="{{start}}"');
}

/**
 * Returns a color's light value, because mail programs do not support `light-dark()`. `mail.mjml` has the dark values.
 */
function lightOf(value: string): string {
  return /^light-dark\(\s*([^,]+),/.exec(value)?.[1] ?? value;
}

if (import.meta.main) await writeFile(RESULT, await makeLayout());
