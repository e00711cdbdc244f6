import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { readCatalogue } from '@foyer/catalog/words/catalogue';
import type { Catalogue } from '@foyer/catalog/words/source-catalogue';
import { textsIn, type TextInSource } from '@foyer/catalog/words/texts-in';
import compile from 'icu-minify/compile';
import type { Plugin, Rolldown } from 'vite';

/** A placeholder of letters and digits, which minifiers keep. The build replaces it in each language. */
const markOf = (id: string) => `__W${createHash('sha256').update(id).digest('hex').slice(0, 12)}__`;
const MARK = /__W[\da-f]{12}__/g;
const MARKED_LITERAL = /(["'`])(__W[\da-f]{12}__)\1/g;
/** The placeholder of the JSON with all `say` texts. */
const SAID = '__Wsaid__';

const FOLDERS_OF_SAID = ['libs/contracts/src', 'libs/catalog/src'];

/**
 * Writes the chunks once per language: in English to `assets`, in other languages to `assets/<language>-<hash>`. A
 * chunk without texts is written once, unless it imports a chunk with texts (decision 73).
 */
export class Words {
  readonly #texts = new Map<string, TextInSource>();
  readonly #folders = new Map<LanguageTag, string>();
  #root = '';
  #translated = new Set<string>();

  addressIn(language: LanguageTag, fileName: string): string {
    const isShared = language === SOURCE_LANGUAGE || !this.#translated.has(fileName);
    return isShared ? fileName : fileName.replace(/^assets\//, `assets/${this.#folders.get(language)}/`);
  }

  plugin(): Plugin {
    let out = '';
    return {
      name: 'words',
      apply: 'build',
      enforce: 'pre',
      configResolved: async ({ root, build }) => {
        this.#root = join(root, '../..');
        out = join(root, build.outDir);
        for (const { tag } of languages) this.#folders.set(tag, await folderOf(tag));
      },
      resolveId: {
        filter: { id: /\/(?:t|in-words)\.ts$/ },
        async handler(source, importer, options) {
          const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
          const built = resolved && /\/src\/words\/(?:t|in-words)\.ts$/.test(resolved.id);
          return built ? { ...resolved, id: resolved.id.replace(/\.ts$/, '.built.ts') } : resolved;
        },
      },
      transform: {
        filter: {
          id: /\/(?:apps\/web|libs\/(?:contracts|catalog))\/src\/.*\.tsx?$/,
          code: /\b(?:t|rich|say)\(|SAID_TEXTS/,
        },
        handler: (code) => this.#mark(code),
      },
      generateBundle: (_options, bundle) => {
        this.#translated = chunksWithTexts(bundle);
      },
      writeBundle: () => this.#writeLanguages(out),
    };
  }

  #mark(code: string): string {
    let marked = code.replace(/(?<=JSON\.parse\()SAID_TEXTS/, `'${SAID}'`);
    for (const found of textsIn(code).reverse()) {
      const { start, idStart, textStart, textEnd, callEnd } = found;
      const mark = markOf(found.id);
      if (found.call !== 'say') this.#texts.set(mark, found);
      const words = found.call === 'say' ? code.slice(textStart, textEnd) : `'${mark}'`;
      marked =
        callEnd === undefined
          ? `${marked.slice(0, idStart)}${words}${marked.slice(textEnd)}`
          : `${marked.slice(0, start)}${words}${marked.slice(callEnd)}`;
    }
    return marked;
  }

  async #writeLanguages(out: string): Promise<void> {
    const said = await saidTexts(this.#root);
    const chunks = await Promise.all(
      [...this.#translated].map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const),
    );
    for (const { tag } of languages) {
      const catalogue = readCatalogue(tag);
      const table = said.map((text) => [text, catalogue.inWords(text)]).filter(([from, to]) => from !== to);
      const saidJson = JSON.stringify(Object.fromEntries(table));
      for (const [name, code] of chunks) {
        const path = join(out, this.addressIn(tag, name));
        await mkdir(join(path, '..'), { recursive: true });
        await writeFile(path, this.#inLanguage(tag, this.#translate(code, catalogue, saidJson)));
      }
    }
  }

  #translate(code: string, catalogue: Catalogue, saidJson: string): string {
    const textOf = (mark: string): string => {
      const found = this.#texts.get(mark);
      return found ? catalogue.textOf(found.id, found.text) : mark;
    };
    return code
      .replace(MARKED_LITERAL, (literal, _quote, mark: string) => {
        const compiled = compile(textOf(mark));
        return typeof compiled === 'string' ? literal : JSON.stringify(compiled);
      })
      .replace(MARK, (mark) => escapeForAnyLiteral(String(compile(textOf(mark)))))
      .replace(SAID, () => escapeForAnyLiteral(saidJson));
  }

  /** Makes a chunk import the chunks of the same language, and the shared chunks of `assets`. */
  #inLanguage(language: LanguageTag, code: string): string {
    if (language === SOURCE_LANGUAGE) return code;
    return code
      .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (found, quote: string, name: string) =>
        this.#translated.has(`assets/${name}`) ? found : `${quote}../${name}${quote}`,
      )
      .replace(/(?<=["'`]\/?)assets\/[\w.-]+\.js(?=["'`])/g, (name) => this.addressIn(language, name));
  }
}

/** The folder's name contains a hash of the texts, because browsers cache the files in it. */
async function folderOf(language: LanguageTag): Promise<string> {
  const { catalogueFile } = await import('@foyer/catalog/words/catalogue');
  const content = await readFile(catalogueFile(language)).catch(() => '');
  return `${language}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`;
}

/** Includes the chunks that import a chunk with texts, statically or dynamically. */
function chunksWithTexts(bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set(
    chunks
      .filter(({ code }) => code.includes(SAID) || code.search(MARK) >= 0)
      .map(({ fileName }) => fileName),
  );
  for (let count = -1; count !== found.size;) {
    count = found.size;
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((name) => found.has(name))) found.add(fileName);
  }
  return found;
}

async function saidTexts(root: string): Promise<string[]> {
  const files = await Promise.all(
    FOLDERS_OF_SAID.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true });
      return names
        .filter((name) => /\.ts$/.test(name) && !/\.spec\.ts$/.test(name))
        .map((name) => join(root, folder, name));
    }),
  );
  const sources = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  const texts = sources.flatMap((source) => textsIn(source)).filter(({ call }) => call === 'say');
  return [...new Set(texts.map(({ text }) => text))].sort();
}

/** The result is valid between quotes of every kind. */
function escapeForAnyLiteral(text: string): string {
  return text.replace(/[\\'"`$]/g, '\\$&').replaceAll('\n', '\\n');
}
