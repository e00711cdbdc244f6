import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@foyer/catalog/languages';
import { pages } from '@foyer/contracts/pages';

/** One for each of jest's workers: a file that another one writes anew is empty for a moment. */
const FOLDER = join(
  fileURLToPath(new URL('../../../../.data/test/web-dist', import.meta.url)),
  process.env['JEST_WORKER_ID'] ?? '0',
);

/** What stands in every page until the server leaves it out. */
const PARTS =
  '<aside data-if="ask">May we?</aside>' +
  '<ul><li data-if="observing">Choices</li><li data-if="imprint"><a href="{{imprint}}">Imprint</a></li>' +
  '<li data-if="processors">{{processors}}</li><li data-if="accessibility">Accessibility</li></ul>';

let made: string | undefined;

/** A minimal built web application, made once for each worker: API specs are about the API. */
export function makeWebDist(): string {
  return (made ??= writePages());
}

function writePages(): string {
  mkdirSync(join(FOLDER, 'assets'), { recursive: true });
  writeFileSync(join(FOLDER, 'assets', 'app-abc.js'), 'console.log(1)');
  const names = ['notFound', 'loggedIn', ...Object.keys(pages)];
  for (const { tag, direction } of languages) {
    mkdirSync(join(FOLDER, 'pages', tag), { recursive: true });
    for (const name of names) {
      const screen = `<h1>pages/${name} of {{productName}}</h1>`;
      writeFileSync(
        join(FOLDER, 'pages', tag, `${name}.html`),
        `<!doctype html><html lang="${tag}" dir="${direction}"><title>Foyer</title><div id="root">${screen}</div>${PARTS}` +
          '<script type="application/json" id="page-values">__PAGE_VALUES__</script>' +
          '<script type="module" nonce="__CSP_NONCE__" src="/assets/app-abc.js"></script>',
      );
    }
  }
  return FOLDER;
}
