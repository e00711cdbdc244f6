/**
 * The order of the folders in an application (docs/architecture.md 6), as a rule of ESLint. A folder imports only
 * folders before it in the list, even for types. In the API, files in a sub-folder of a domain are private to the
 * domain.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Rule } from 'eslint';
import { ROOT } from '../paths.ts';

interface Layers {
  root: string;
  /** Folders, and files without their extensions. Each imports only those before it. */
  order: readonly string[];
  /** Folders whose sub-folders no file of another folder may import. */
  closed: readonly string[];
}

const domains = [
  'identity',
  'connected-apps',
  'invitations',
  'teams',
  'registration',
  'company',
  'billing',
  'account',
];

export const layersOfWeb: Layers = {
  root: 'apps/web/src',
  order: [
    'words',
    'ui',
    'routes',
    'observe',
    'page-values',
    'http',
    'fields',
    'navigation',
    ...domains,
    'shell',
    'providers',
    'other-pages',
    'router',
    'prerender',
    'main',
    'login-reason-script',
    'before-scripts',
  ],
  closed: [],
};

const ground = ['config', 'request', 'observe', 'threads', 'database', 'audit'];

export const layersOfApi: Layers = {
  root: 'apps/api/src',
  order: [
    ...ground,
    'http',
    'mails',
    'consents',
    ...domains,
    'pages',
    'app.module',
    'build-app',
    'drain',
    'main',
  ],
  closed: domains,
};

const { root } = layersOfApi;

/** Returns the maximum number of a domain's public files. It is higher for `identity`, which all domains use. */
export const mostPublicFiles = (domain: string): number => (domain === 'identity' ? 15 : 12);
export const publicFilesOf = (domain: string): string[] =>
  readdirSync(join(ROOT, root, domain)).filter(
    (name) => name.endsWith('.ts') && !/\.(spec|module)\.ts$/.test(name),
  );

/** The files that may not import Express. Controllers and other files that handle requests themselves may. */
export const filesWithoutExpress = {
  files: [`${root}/**/*.ts`],
  ignores: [
    ...['http', 'pages', 'test-support'].map((folder) => `${root}/${folder}/**`),
    ...['controller', 'guard', 'spec'].map((kind) => `${root}/**/*.${kind}.ts`),
    `${root}/{build-app,main}.ts`,
    `${root}/identity/{csrf,login-limit,signed-in}.ts`,
    `${root}/connected-apps/{authorize-page,require-scope,oauth/parameters}.ts`,
    `${root}/company/saml/{saml.strategy,sso-redirect}.ts`,
    `${root}/billing/upgrade-page.ts`,
  ],
};
export const noExpress = {
  patterns: [
    {
      group: ['express', 'express/*', 'express-serve-static-core', '@types/express'],
      message: 'Services take a RequestContext (docs/architecture.md 6).',
    },
  ],
};

/** Both files are relative to `layers.root`. */
export function importErrorOf(layers: Layers, importer: string, imported: string): string | undefined {
  if (isForTests(importer)) return undefined;
  if (isForTests(imported))
    return isSpec(importer) ? undefined : `${imported} is for specs. No other file may import it.`;
  const [from, to] = [layerOf(importer), layerOf(imported)];
  const [at, otherAt] = [layers.order.indexOf(from), layers.order.indexOf(to)];
  if (at < 0 || otherAt < 0) return `${at < 0 ? from : to} is in no layer. Add it to tools/lint/layers.ts.`;
  if (otherAt > at) return `${from} may not import ${to}, which is after it (docs/architecture.md 6).`;
  if (from !== to && layers.closed.includes(to) && imported.split('/').length > 2)
    return `${imported} is private to ${to}; the files at the top of ${to} are public.`;
  return undefined;
}

const layerOf = (file: string) => file.split('/')[0]!.replace(/(\.spec)?\.\w+$/, '');

const isForTests = (file: string) => file.startsWith('test-');
const isSpec = (file: string) => /\.spec\.\w+$/.test(file);

export const importsPointBack: Rule.RuleModule = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create(context) {
    const [layers] = context.options as [Layers];
    const root = join(ROOT, layers.root);
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
