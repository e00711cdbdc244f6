import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageTag } from '@foyer/catalog/languages';
import {
  dropParts,
  replacePlaceholders,
  type PageValues,
  type ShownIf,
  type ShownValue,
} from '@foyer/contracts/page-values';
import { isPageAmong, pages, type Page } from '@foyer/contracts/pages';
import { pathPattern } from '@foyer/contracts/path-pattern';

const loginPages = [pages.home, pages.login, pages.signin];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * The pages in one language, as rendered by the build (decision 66). Keeps buffers, because strings would take twice
 * the memory.
 */
export class PrerenderedPages {
  readonly #pages: { path: Page; html: Buffer }[];
  readonly #notFound: Buffer;
  readonly #loggedIn: Buffer;

  constructor(folder: string, language: LanguageTag) {
    const read = (name: string) => readFileSync(join(folder, 'pages', language, `${name}.html`));
    this.#pages = Object.entries(pages).map(([name, path]) => ({ path, html: read(name) }));
    this.#notFound = read('notFound');
    this.#loggedIn = read('loggedIn');
  }

  /** For the paths of the login pages, returns the page `loggedIn` to a logged-in user. */
  at(path: string, values: PageValues): string {
    const isLoggedIn = values.session?.user && !values.session.restrictedTo;
    if (isLoggedIn && isPageAmong(loginPages, path)) return fillIn(this.#loggedIn, values);
    const page = this.#pages.find((page) => pathPattern(page.path).test(path));
    if (page?.path === pages.accessibility && !values.accessibility) return fillIn(this.#notFound, values);
    return fillIn(page?.html ?? this.#notFound, values);
  }
}

function fillIn(html: Buffer, values: PageValues): string {
  const { productName, homeUrl, postalAddress, support, links, observing, accessibility } = values;
  const shown: Record<ShownValue, string | undefined> = {
    ...{
      productName,
      homeUrl,
      postalAddress,
      imprint: undefined,
      processors: undefined,
      marketing: undefined,
    },
    supportEmail: support.email,
    supportPhone: support.phone,
    ...links,
  };
  const holds: Record<ShownIf, boolean> = {
    ask: observing === 'ask',
    observing: observing !== undefined,
    imprint: links.imprint !== undefined,
    processors: links.processors !== undefined,
    accessibility: accessibility !== undefined,
    marketing: links.marketing !== undefined,
    supportPhone: support.phone !== undefined,
  };
  const parts = dropParts(html.toString(), (name) => holds[name]);
  return replacePlaceholders(parts, (name) =>
    (shown[name] ?? '').replace(/[&<>"]/g, (character) => entities[character] ?? ''),
  );
}
