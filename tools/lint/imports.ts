import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../paths.ts';

export interface Import {
  /** As it is written: `./paths.ts`, `zod`, `@foyer/db/client`. */
  from: string;
  /** Gone when the program runs. */
  isType: boolean;
}

const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** The folders of our packages that are no libraries. */
const HOMES: Record<string, string> = {
  tools: 'tools',
  testbed: 'testbed',
  operate: 'apps/operate/src',
  'card-provider-stand-in': 'testbed/card-provider-stand-in/src',
};
const LEFT_OUT = new Set(['node_modules', 'dist', 'results']);

/** Every source file below a folder of the repository, with its path from there. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : sourcesBelow(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

/** What a file imports, exports again, or imports later. What is resolved by name counts as imported. */
export function readImports(file: string): Import[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) imports.push(found);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node))
    return importFrom(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
  if (ts.isExportDeclaration(node)) return importFrom(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? importFrom(node.argument.literal, true) : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const isImport =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /(?:import\.meta|equire(?:\(.*\))?)\.resolve$/.test(node.expression.getText());
  return isImport ? importFrom(node.arguments[0], false) : undefined;
}

const importFrom = (node: ts.Node | undefined, isType: boolean): Import | undefined =>
  node && ts.isStringLiteral(node) ? { from: node.text, isType } : undefined;

/** The package that an import comes from; undefined for files of the same project and for what Node brings along. */
export function packageOf(from: string): string | undefined {
  if (from.startsWith('.') || from.startsWith('/') || isBuiltin(from)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0];
}

/** The files that a program loads, itself included, through our own libraries too. */
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
