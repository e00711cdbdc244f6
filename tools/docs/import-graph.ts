/** Draws the imports between the folders of apps/api/src into docs/architecture.md 6. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readImports, sourcesBelow } from '../lint/imports.ts';
import { layersOfApi } from '../lint/layers.ts';
import { ROOT } from '../paths.ts';

export const GRAPH_PAGE = 'docs/architecture.md';
const { root, order } = layersOfApi;
/** The layers that are folders. From `app.module` on, the layers are single files. */
const folders = order.slice(0, order.indexOf('app.module'));
const folderOf = (file: string) => relative(root, file).split('/')[0]!;

/** Returns the number of imports for each key `importer imported`. Counts imports of types, but none of specs. */
export function countImports(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of sourcesBelow(root).filter((name) => !name.includes('.spec.'))) {
    const [from, targets] = [folderOf(file), readImports(file).map((found) => found.from)];
    for (const target of targets.filter((path) => path.startsWith('.'))) {
      const to = folderOf(join(dirname(file), target));
      if (from === to || !folders.includes(from) || !folders.includes(to)) continue;
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return counts;
}

export function drawImportGraph(page: string): string {
  const counts = countImports();
  const lines = folders.flatMap((from) => {
    const imported = folders.filter((to) => counts.has(`${from} ${to}`));
    if (imported.length === 0) return [];
    return `${from.padEnd(16)}${imported.map((to) => `${to} ${counts.get(`${from} ${to}`)}`).join(', ')}`;
  });
  return page.replace(/(?<=```text\nFolder +Imports\n)[^`]*/, `${lines.join('\n')}\n`);
}

if (import.meta.main) {
  const path = join(ROOT, GRAPH_PAGE);
  writeFileSync(path, drawImportGraph(readFileSync(path, 'utf8')));
}
