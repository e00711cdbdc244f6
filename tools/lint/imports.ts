import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from '../paths.ts';

export interface Import {
  /** The specifier as written, for example `./paths.ts`, `zod` or `@foyer/db/client`. */
  from: string;
  isType: boolean;
}

const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** The source folders of the packages outside of libs that other code imports by name. */
const HOMES: Record<string, string> = {
  tools: 'tools',
  testbed: 'testbed',
  operate: 'apps/operate/src',
  'card-provider-stand-in': 'testbed/card-provider-stand-in/src',
};
const LEFT_OUT = new Set(['node_modules', 'dist', 'results']);

export function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : sourcesBelow(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

const STATEMENT = /^(?:import|export)( type)?(?: [^'";]*? from)? ['"]([^'"$]+)['"]/gm;
const CALL = /(\btypeof )?(?<![.\w])import\(\s*['"]([^'"$]+)['"],?\s*\)(\.[A-Z])?/g;
const RESOLVED = /(?:import\.meta|equire(?:\(.*?\))?)\.resolve\(\s*['"]([^'"$]+)['"]/g;
const found = new Map<string, Import[]>();

/** Returns all imports of a file: static, lazy, re-exported, and modules that it only resolves. */
export function readImports(file: string): Import[] {
  const known = found.get(file);
  if (known) return known;
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const imports = [
    ...[...text.matchAll(STATEMENT)].map(([, type, from = '']) => ({ from, isType: type !== undefined })),
    ...[...text.matchAll(CALL)].map(([, before, from = '', after]) => ({
      from,
      isType: Boolean(before ?? after),
    })),
    ...[...text.matchAll(RESOLVED)].map(([, from = '']) => ({ from, isType: false })),
  ];
  found.set(file, imports);
  return imports;
}

/** Undefined for paths of files and for Node's modules. */
export function packageOf(from: string): string | undefined {
  if (from.startsWith('.') || from.startsWith('/') || isBuiltin(from)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0];
}

export function filesLoadedBy(entry: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(entry)) return loaded;
  loaded.add(entry);
  for (const { from, isType } of readImports(entry)) {
    const file = isType ? undefined : ownFileOf(entry, from);
    if (file !== undefined) filesLoadedBy(file, loaded);
  }
  return loaded;
}

function ownFileOf(importer: string, from: string): string | undefined {
  const [, project, path] = /^@foyer\/([^/]+)\/(.+)$/.exec(from) ?? [];
  if (project !== undefined) return `${HOMES[project] ?? `libs/${project}/src`}/${path}.ts`;
  if (!from.startsWith('.')) return undefined;
  const file = join(dirname(importer), from);
  return existsSync(join(ROOT, file)) ? file : undefined;
}
