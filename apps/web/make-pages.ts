import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { directionOf, languages, type LanguageTag } from '@foyer/catalog/languages';
import { readCatalogue } from '@foyer/catalog/words/catalogue';
import { createServer, minify, transformWithOxc, type Plugin, type Rolldown } from 'vite';
import type { PrerenderedPage } from './src/prerender.tsx';
import type { Words } from './words-plugin.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const TITLE = /<title>[^<]*<\/title>/;
const NEEDS_SCRIPTS = '__NEEDS_SCRIPTS__';
const UNFINISHED = '__UNFINISHED__';
const RELOAD = '__RELOAD__';
const SCRIPTS =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g;

/**
 * Writes pages/<language>/<name>.html: index.html with a page's title, description and screen (decision 66). The file
 * also names the page's scripts and styles, so that the browser loads them in parallel.
 */
export function prerenderPages(words: Words): Plugin {
  let root = '';
  return {
    name: 'prerender-pages',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      const html = index?.type === 'asset' ? index.source.toString() : '';
      for (const part of [EMPTY_ROOT, NEEDS_SCRIPTS, UNFINISHED, RELOAD, TITLE])
        if (html.search(part) < 0) this.error(`index.html has no ${part.toString()}`);
      const files = await pageFiles(root);
      const first = [...html.matchAll(SCRIPTS)].map(([, address = '']) => address);
      for (const { language, ...page } of await render(root)) {
        const chunks = chunksOf(bundle, root, files.get(page.name) ?? []);
        const scripts = chunks.map(({ fileName }) => `/${fileName}`);
        const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const screen = withAssets(bundle, root, page.html);
        const all = [...new Set([...first, ...scripts])].map(
          (address) => `/${words.addressIn(language, address.slice(1))}`,
        );
        const unfit = /file:[^"]*|style="[^"]*"/.exec(screen)?.[0];
        if (page.why && !screen.includes('id="why"')) this.error(`${page.name} has no room for why`);
        if (unfit) this.error(`The policy forbids what the HTML of ${page.name} has: ${unfit}`);
        const head = [
          `<meta name="description" content="${page.description}" />`,
          ...[...new Set(styles)]
            .filter((name) => !html.includes(name))
            .map((name) => `<link rel="stylesheet" crossorigin href="/${name}" nonce="__CSP_NONCE__">`),
          ...page.data.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
          // A placeholder (`isOutline`) has no content to read, so its scripts load before the first paint.
          ...(page.isOutline ? all : []).map(
            (path) => `<link rel="modulepreload" crossorigin href="${path}" nonce="__CSP_NONCE__">`,
          ),
          ...(page.why ? [await whyScript(root, page.why)] : []),
          await firstScript(root, all, page.isOutline),
        ];
        const source = html
          .replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`)
          .replaceAll(SCRIPTS, '')
          .replace(TITLE, () => `<title>${page.title}</title>`)
          .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
          .replace(NEEDS_SCRIPTS, () => page.needsScripts)
          .replace(UNFINISHED, () => page.unfinished)
          .replace(RELOAD, () => page.reload)
          .replace(EMPTY_ROOT, () => `<div id="root">${screen}</div>`);
        this.emitFile({ type: 'asset', fileName: `pages/${language}/${page.name}.html`, source });
      }
    },
  };
}

/** Renders in a Vite server, which gives elements the same CSS class names as the build. */
async function render(root: string): Promise<(PrerenderedPage & { language: LanguageTag })[]> {
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule('/src/prerender.tsx');
    const { prerenderPages } = module as typeof import('./src/prerender.tsx');
    const pages = [];
    for (const { tag } of languages)
      for (const page of await prerenderPages(tag, readCatalogue(tag)))
        pages.push({ ...page, language: tag });
    return pages;
  } finally {
    await server.close();
  }
}

function withAssets(bundle: Rolldown.OutputBundle, root: string, html: string): string {
  let replaced = html;
  for (const file of Object.values(bundle))
    for (const source of file.type === 'asset' ? file.originalFileNames : [])
      replaced = replaced.replaceAll(pathToFileURL(join(root, source)).href, `/${file.fileName}`);
  return replaced;
}

const TABLE = 'src/other-pages.tsx';
const FRAME = 'src/account/pages/settings-layout.tsx';
const HOME = 'src/account/pages/home-page.tsx';

async function pageFiles(root: string): Promise<Map<string, string[]>> {
  const source = await readFile(join(root, TABLE), 'utf8');
  const files = new Map<string, string[]>([['loggedIn', [HOME]]]);
  const rows =
    /(?:page\(\s*routes\.|(setting)\(\s*')(\w+)'?,\s*async \(\) => \(await import\('\.\/([^']+)'\)/g;
  for (const [, isSetting, name = '', file = ''] of source.matchAll(rows))
    files.set(name, [TABLE, ...(isSetting ? [FRAME] : []), join('src', file)]);
  return files;
}

function chunksOf(bundle: Rolldown.OutputBundle, root: string, files: string[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputBundle[string] | undefined): void => {
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(bundle[name]);
  };
  const addresses = new Set(files.map((file) => join(root, file)));
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => addresses.has(id))) add(chunk);
  return [...found];
}

async function firstScript(root: string, scripts: string[], isOutline: boolean): Promise<string> {
  const code = await inlined(root, 'before-scripts.ts', { SCRIPTS: scripts, IS_OUTLINE: isOutline });
  return `<script type="module" nonce="__CSP_NONCE__">${code}</script>`;
}

/** Returns the script that shows the reason for the login. It is no module, because modules run only after parsing. */
async function whyScript(root: string, why: PrerenderedPage['why']): Promise<string> {
  const code = await inlined(root, 'login-reason-script.ts', { WHY: why });
  return `<script nonce="__CSP_NONCE__">{${code.replace(/export\s*\{\s*\};?/, '')}}</script>`;
}

async function inlined(root: string, name: string, values: Record<string, unknown>): Promise<string> {
  const file = join(root, 'src', name);
  const plain = await transformWithOxc(await readFile(file, 'utf8'), file);
  const constants = Object.entries(values).map(([key, value]) => `const ${key} = ${JSON.stringify(value)};`);
  const { code } = await minify(file, [...constants, plain.code].join('\n'), { module: true });
  return code;
}
