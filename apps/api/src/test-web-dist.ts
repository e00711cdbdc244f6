import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** A built browser application as small as one can be: the API specs are about the API. */
export function makeWebDist(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'foyer-web-dist-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'assets', 'app-abc.js'), 'console.log(1)');
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><title>Foyer</title><script type="application/json" id="page-values">__PAGE_VALUES__</script>' +
        '<script type="module" nonce="__CSP_NONCE__" src="/assets/app-abc.js"></script>',
    );
  }
  return folder;
}
