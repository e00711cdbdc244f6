/**
 * The order of the folders inside an application (docs/architecture.md 6), as a rule of ESLint: imports point down the
 * list, of files and types alike, and what stands side by side in a folder of `apart` knows nothing of each other.
 */
import { dirname, join, relative, sep } from 'node:path';
import type { Rule } from 'eslint';
import { ROOT } from '../paths.ts';

interface Layers {
  /** The folder of the application's sources, from the root of the repository. */
  below: string;
  /** Folders and files without their endings, from what is above to what is below. */
  order: readonly string[];
  /** A folder whose own folders may not import each other. */
  apart: string;
}

export const layersOfWeb: Layers = {
  below: 'apps/web/src',
  order: [
    ...[
      'before-scripts',
      'why-before-scripts',
      'main',
      'prerender',
      'router',
      'other-pages',
      'providers',
      'shell',
      'pages',
      'features',
    ],
    ...['fields', 'journey', 'http', 'page-values', 'observe', 'routes', 'ui', 'words'],
  ],
  apart: 'features',
};

export const layersOfApi: Layers = {
  below: 'apps/api/src',
  order: [
    ...['main', 'drain', 'build-app', 'app.module', 'features', 'http'],
    ...['accounts', 'session', 'credentials', 'audit', 'request', 'database', 'observe', 'threads', 'config'],
  ],
  apart: 'features',
};

/** Only what is above, and controllers, guards, pages and filters of features, know the server framework (docs/architecture.md 6). */
const { below, order } = layersOfApi;
const withoutServer = order.slice(order.indexOf('http') + 1);
export const filesWithoutExpress = [
  `${below}/**/*.service.ts`,
  ...withoutServer.map((layer) => `${below}/${layer}/**/*.ts`),
];
export const noExpress = {
  patterns: [
    {
      group: ['express', 'express/*', 'express-serve-static-core', '@types/express'],
      message: 'Services and what is below http take a RequestContext (docs/architecture.md 6).',
    },
  ],
};

/** What is wrong with an import of one file by another, both given from `below`; nothing if it points down. */
export function importErrorOf(layers: Layers, importer: string, imported: string): string | undefined {
  if (isForTests(importer)) return undefined;
  const [from, part] = layerOf(importer);
  const [to, otherPart] = layerOf(imported);
  if (isForTests(imported))
    return isSpec(importer) ? undefined : `${imported} is for specs; nothing else may import it.`;
  const [above, at] = [layers.order.indexOf(from), layers.order.indexOf(to)];
  if (above < 0 || at < 0) return `${above < 0 ? from : to} is in no layer; tools/lint/layers.ts lists them.`;
  if (above > at) return `${from} is below ${to}, and imports point down (docs/architecture.md 6).`;
  if (from === to && from === layers.apart && part !== otherPart)
    return `${part} and ${otherPart} stand side by side: compose them above, or move what both need below.`;
  return undefined;
}

/** Layer, and folder inside it. */
function layerOf(file: string): [layer: string, part: string] {
  const [first = '', second = ''] = file.split('/');
  return [first.replace(/(\.spec)?\.\w+$/, ''), second];
}

const isForTests = (file: string) => file.startsWith('test-');
const isSpec = (file: string) => /\.spec\.\w+$/.test(file);

/** Its one option is the layers of the application that the file belongs to. */
export const importsPointDown: Rule.RuleModule = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create(context) {
    const [layers] = context.options as [Layers];
    const root = join(ROOT, layers.below);
    const check = (source: unknown): void => {
      const { value } = (source ?? {}) as { value?: unknown };
      if (typeof value !== 'string' || !value.startsWith('.')) return;
      const imported = relative(root, join(dirname(context.filename), value));
      if (imported.startsWith('..')) return;
      const importer = relative(root, context.filename);
      const message = importErrorOf(layers, importer.replaceAll(sep, '/'), imported.replaceAll(sep, '/'));
      if (message) context.report({ node: source as Rule.Node, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node: { source?: unknown }) => check(node.source),
    };
  },
};
