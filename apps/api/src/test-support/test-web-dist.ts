import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const FOLDER = fileURLToPath(new URL('../../../../.data/test/web-dist', import.meta.url));

/** A minimal built web application: API specs are about the API. */
export function makeWebDist(): string {
  mkdirSync(join(FOLDER, 'assets'), { recursive: true });
  writeFileSync(join(FOLDER, 'assets', 'app-abc.js'), 'console.log(1)');
  for (const [name, screen] of [
    ['index.html', ''],
    ['login.html', '<h1>Log in to {{productName}}</h1>'],
  ] as const)
    writeFileSync(
      join(FOLDER, name),
      `<!doctype html><title>Foyer</title><div id="root">${screen}</div>` +
        '<script type="application/json" id="page-values">__PAGE_VALUES__</script>' +
        '<script type="module" nonce="__CSP_NONCE__" src="/assets/app-abc.js"></script>',
    );
  return FOLDER;
}
