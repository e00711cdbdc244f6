import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { endpoints } from '@foyer/contracts/endpoints';
import { PAGE_VALUES_ID } from '@foyer/contracts/page-values-id';
import { pages } from '@foyer/contracts/pages';
import { pathPattern } from '@foyer/contracts/path-pattern';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { chunkGroups } from './chunk-groups.ts';
import { prerenderPages } from './make-pages.ts';
import { Words } from './words-plugin.ts';

const apiUrl = process.env.API_URL ?? 'http://localhost:3000';

/**
 * Pages and API calls share paths (docs/architecture.md 2). At a shared path, the API gets the requests whose method an
 * endpoint has, except GET requests that accept HTML. Vite serves the others.
 */
function proxyCalls(): Record<string, ProxyOptions> {
  const methodsByPath = new Map<string, Set<string>>();
  for (const { method, path } of Object.values(endpoints))
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method));
  const calls = [...methodsByPath].map(([path, methods]): [string, ProxyOptions] => [
    `${pathPattern(path).source.slice(0, -1)}(?:\\?.*)?$`,
    {
      target: apiUrl,
      bypass: ({ method = 'GET', headers, url }) =>
        !methods.has(method) || (method === 'GET' && headers.accept?.includes('text/html')) ? url : undefined,
    },
  ]);
  // The API serves the consent page from the build, because only the API knows the page's values and CSP.
  const served = { target: apiUrl };
  return {
    ...Object.fromEntries(calls),
    [`^${pages.oauthAuthorize}(?:\\?.*)?$`]: served,
    '^/assets/': served,
  };
}

function pageValuesOfApi(): Plugin {
  const filled = new RegExp(`id="${PAGE_VALUES_ID}"[^>]*>([^<]*)</script>`);
  return {
    name: 'page-values-of-api',
    apply: 'serve',
    async transformIndexHtml(html) {
      const response = await fetch(apiUrl, { headers: { accept: 'text/html' } });
      const values = filled.exec(await response.text())?.[1];
      if (!values) throw new Error(`No page values in the HTML of ${apiUrl}; is the API running?`);
      return html.replace('__PAGE_VALUES__', () => values);
    },
  };
}

/** The API serves these compressed files unchanged. */
function precompress(): Plugin {
  const compressible = /\.(?:js|css|svg|json|txt)$/;
  const toBrotli = promisify(brotliCompress);
  const toGzip = promisify(gzip);
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      // Compresses one file after the other, because many machines limit a process to 1,024 open files.
      for (const file of files.filter((name) => compressible.test(name))) {
        const path = join(folder, file);
        const content = await readFile(path);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        const [brotli, gzipped] = await Promise.all([
          toBrotli(content, { params }),
          toGzip(content, { level: 9 }),
        ]);
        await writeFile(`${path}.br`, brotli);
        await writeFile(`${path}.gz`, gzipped);
      }
    },
  };
}

/**
 * Removes unused parts of React Router from our first load. The bundler keeps every component that has a display name
 * or is wrapped in a call. Only tools read the display names, so this plugin removes them and marks the calls as pure.
 * It also removes warnings, link prefetching, which needs React Router's server, and parts of the data router.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace('var ENABLE_DEV_WARNINGS = true;', 'const ENABLE_DEV_WARNINGS = false;')
          .replace(/^function warning\(cond, message\) \{$/m, '$&return;')
          .replaceAll(/ = (React\d*\.forwardRef\()/g, ' = /* @__PURE__ */ $1')
          .replace(/ = usePrefetchBehavior\([^)]*\);/, ' = [];')
          .replace(/return shouldPrefetch && .*: link;/, 'return link;')
          .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;')
          .replace('RenderErrorBoundary.contextType = RSCRouterContext;', ''),
        map: null,
      }),
    },
  };
}

const words = new Words();

export default defineConfig({
  plugins: [words.plugin(), react(), leanRouter(), pageValuesOfApi(), prerenderPages(words), precompress()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // Prevents data: URLs, which would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Lets the bundler remove unused schemas and texts.
      treeshake: { manualPureFunctions: ['z', 'say'] },
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: { proxy: proxyCalls() },
});
