import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@foyer/catalog/languages';
import { pages } from '@foyer/contracts/pages';
import { WEB_DIST } from '../config/web-dist.ts';

/** One folder per Jest worker, because a file is empty for a moment while it is rewritten. */
const FOLDER = join(
  fileURLToPath(new URL('../../../../.data/test/web-dist', import.meta.url)),
  process.env['JEST_WORKER_ID'] ?? '0',
);

const PARTS =
  '<aside data-if="ask">May we?</aside>' +
  '<ul><li data-if="observing">Choices</li><li data-if="imprint"><a href="{{imprint}}">Imprint</a></li>' +
  '<li data-if="processors">{{processors}}</li><li data-if="accessibility">Accessibility</li></ul>' +
  '<div data-if="marketing">{{marketing}}</div><span data-if="supportPhone">{{supportPhone}}</span>';

let made: string | undefined;

/** Writes a minimal web application, because API specs do not test the web. */
export function makeWebDist(): string {
  return (made ??= writePages());
}

export function makeStartFolder(): string {
  makeWebDist();
  return FOLDER;
}

function writePages(): string {
  const folder = join(FOLDER, WEB_DIST);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', 'app-abc.js'), 'console.log(1)');
  const names = ['notFound', 'loggedIn', ...Object.keys(pages)];
  for (const { tag, direction } of languages) {
    mkdirSync(join(folder, 'pages', tag), { recursive: true });
    for (const name of names) {
      const screen = `<h1>pages/${name} of {{productName}}</h1>`;
      writeFileSync(
        join(folder, 'pages', tag, `${name}.html`),
        `<!doctype html><html lang="${tag}" dir="${direction}"><title>Foyer</title><div id="root">${screen}</div>${PARTS}` +
          '<script type="application/json" id="page-values">__PAGE_VALUES__</script>' +
          '<script type="module" nonce="__CSP_NONCE__" src="/assets/app-abc.js"></script>',
      );
    }
  }
  return folder;
}
