import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PageValues } from '@foyer/contracts/page-values';
import { isPage, pages } from '@foyer/contracts/pages';
import { pathPattern } from '@foyer/contracts/path-pattern';
import type { NextFunction, Request, Response } from 'express';
import { SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { WEB_FOLDER } from '../config/web-dist.ts';
import { setPagePolicy } from '../http/content-security-policy.ts';
import { isFirstPartyNavigation } from '../http/first-party-navigation.ts';
import { canonicalUrlOf } from '../http/canonical-url.ts';
import { offeredIn } from '../http/read-language.ts';
import { isRead, acceptsHtml } from '../http/accepts-html.ts';
import { IdentityProvidersService } from '../company/identity-providers.service.ts';
import { TrackingConsent } from '../http/tracking-consent.ts';
import { Csrf } from '../identity/csrf.ts';
import { PageValuesService } from './page-values.service.ts';
import { PrerenderedPages } from './prerendered-pages.ts';
import { otherPageFirst } from './other-page-first.ts';

/** Escapes characters that could end the script element or the line. JSON reads the escapes as the same characters. */
const escapeForScript = (json: string) =>
  json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

@Injectable()
export class Pages {
  readonly #offered: LanguageTag[];
  readonly #html: Map<LanguageTag, PrerenderedPages>;

  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(WEB_FOLDER) webFolder: string,
    private readonly identityProviders: IdentityProvidersService,
    private readonly pageValues: PageValuesService,
    private readonly csrf: Csrf,
    private readonly trackingConsent: TrackingConsent,
  ) {
    this.#offered = offeredIn(env);
    this.#html = new Map(this.#offered.map((tag) => [tag, new PrerenderedPages(webFolder, tag)]));
  }

  readonly answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (!isNavigation(request) || isLogout(request)) return next();
    const right = canonicalUrlOf(request.originalUrl);
    // Does not use `response.redirect`, which would encode the URL a second time.
    if (right !== undefined) return void response.status(308).setHeader('Location', right).end();
    const added = request.pageAdditions ?? {};
    const formTargets = added.formTargets ?? (await this.#formTargetsOf(request.path));
    const nonce = randomBytes(16).toString('base64url');
    const mayObserve = this.trackingConsent.mayObserve(request.context);
    setPagePolicy(request, response, { env: this.env, nonce, formTargets, mayObserve });
    this.trackingConsent.endTraces(request.context);
    const found = await this.pageValues.valuesFor(
      request.context,
      this.csrf.tokenFor(request, response),
      request.query['redirect'],
    );
    const values = { ...found, languages: this.#offered, ...added.values };
    const first = otherPageFirst(request, values);
    if (first !== undefined) return void response.status(303).setHeader('Location', first).end();
    const html = this.#inLanguageOf(request)
      .at(request.path, values)
      .replaceAll('__CSP_NONCE__', nonce)
      .replace('__PAGE_VALUES__', () => escapeForScript(JSON.stringify(values)));
    response
      .status(added.status ?? (isThere(request.path, values) ? 200 : 404))
      .type('html')
      .send(html);
  };

  #inLanguageOf({ language = SOURCE_LANGUAGE }: Request): PrerenderedPages {
    const pages = this.#html.get(language);
    if (!pages) throw new Error('A language that is offered has no pages');
    return pages;
  }

  /** The page "Signing in" posts a form to the identity provider (docs/security.md 5.4). */
  async #formTargetsOf(path: string): Promise<string[]> {
    const idpName = pathPattern(pages.saml).exec(path)?.groups?.['idpName'];
    const found = idpName === undefined ? undefined : await this.identityProviders.find(idpName);
    const url = found?.idp.singleSignOnUrl;
    return url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [];
  }
}

function isThere(path: string, { accessibility }: Pick<PageValues, 'accessibility'>): boolean {
  return isPage(path) && (path !== pages.accessibility || accessibility !== undefined);
}

function isNavigation(request: Request): boolean {
  return isRead(request) && acceptsHtml(request);
}

/** Other requests to log out, such as those from other sites and prefetches, get a confirmation page. */
function isLogout(request: Request): boolean {
  return request.path === pages.logout && request.method === 'GET' && isFirstPartyNavigation(request);
}
