import { contentSecurityPolicy } from 'helmet';
import { endpoints } from '@foyer/contracts/endpoints';
import { isPageAmong, pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import { standInScript } from '../config/card-script.ts';
import type { ApiEnv } from '../config/env.ts';
import { PROBLEM_PAGE_STYLE } from './problem-page.ts';

/**
 * The policy of every answer that is not one of our pages: it runs, loads, posts and frames nothing. It is the same for
 * all answers, so no call needs a nonce. The error page uses it, too, and needs only its style.
 */
export const POLICY_OF_ANSWERS = [
  "default-src 'none'",
  `style-src ${PROBLEM_PAGE_STYLE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  `report-uri ${endpoints.cspReport.path}`,
  'report-to csp',
].join(';');

/** Pages whose URL holds a secret, or on which a person decides about access: no third-party script runs there. */
const pagesWithoutOthers = [
  pages.resetPassword,
  pages.joinTeam,
  pages.switchTeam,
  pages.joinEvent,
  pages.saml,
  pages.oauthAuthorize,
  pages.confirmAddress,
  pages.undoAddress,
];

/**
 * Pages with a card field or a bank's challenge. They are opened by a full page load, so that their own policy
 * applies.
 */
const pagesWithCards = [pages.billing, pages.proUpgrade, pages.settingsBilling, pages.confirmPayment];

type Sources = { script: string[]; connect: string[]; frame: string[] };

/** Pages that search engines may index. All other pages belong to one user or are reached by a personal link. */
const pagesToBeFound = [pages.home, pages.login, pages.signin, pages.signUp, pages.pro];

/** Returns the card provider's hosts (docs/security.md 5.4), or its stand-in where there is one. */
function cardSources(env: ApiEnv): Sources {
  const standIn = standInScript(env)?.origin;
  if (standIn !== undefined) return { script: [standIn], connect: [standIn], frame: [standIn] };
  return {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    connect: ['https://api.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  };
}

/** Settings for both come from one host. */
const SEGMENT_HOSTS = { us: 'https://api.segment.io', eu: 'https://events.eu1.segmentapis.com' } as const;

/** Returns the hosts that monitoring and analytics report to, if configured. Their scripts are part of our own bundle. */
function observerSources(env: ApiEnv): Sources {
  const connect = [
    ...(env.DATADOG_APPLICATION_ID ? [`https://browser-intake-${datadogHost(env.DATADOG_SITE)}`] : []),
    ...(env.SEGMENT_WRITE_KEY ? ['https://cdn.segment.com', SEGMENT_HOSTS[env.SEGMENT_REGION]] : []),
  ];
  return { script: [], connect, frame: [] };
}

/** Returns the site as part of the intake's host name: datadoghq.com stays, us3.datadoghq.com becomes us3-datadoghq.com. */
function datadogHost(site: string): string {
  return site.replace(/^(.*)\.([^.]+\.[^.]+)$/, '$1-$2');
}

/** The third-party scripts that a page may load: only the observers' scripts, also the card provider's, or none at all. */
type PolicyKind = 'ordinary' | 'cards' | 'alone';

function policyKindOf(path: string): PolicyKind {
  if (isPageAmong(pagesWithCards, path)) return 'cards';
  return isPageAmong(pagesWithoutOthers, path) ? 'alone' : 'ordinary';
}

/**
 * Sets the policy of a page. It allows the page's own scripts and styles by nonce and only the third-party scripts that it needs,
 * and says whether search engines may index it. `formTargets`: origins besides ours that its forms may be posted to.
 * `mayObserve`: the visitor has agreed, where consent is required.
 */
export function setPagePolicy(
  request: Request,
  response: Response,
  {
    env,
    nonce,
    formTargets,
    mayObserve,
  }: { env: ApiEnv; nonce: string; formTargets: readonly string[]; mayObserve: boolean },
): void {
  const kind = policyKindOf(request.path);
  const others: Sources[] = [
    ...(kind === 'cards' ? [cardSources(env)] : []),
    ...(kind === 'alone' || !mayObserve ? [] : [observerSources(env)]),
  ];
  const ours = ["'self'", `'nonce-${nonce}'`];
  const more = (kind: keyof Sources): string[] => others.flatMap((sources) => sources[kind]);
  const frames = more('frame');
  const set = contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [...ours, ...more('script')],
      styleSrc: ours,
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...more('connect')],
      ...(frames.length > 0 ? { frameSrc: frames } : {}),
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'", ...formTargets],
      reportUri: [endpoints.cspReport.path],
      reportTo: ['csp'],
      // No text becomes markup or a script's address, and no script may define a policy that allows it. The card provider's
      // script cannot meet that rule (docs/security.md 5.4).
      ...(kind === 'cards' ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] }),
    },
  });
  if (!isPageAmong(pagesToBeFound, request.path)) response.setHeader('X-Robots-Tag', 'noindex');
  set(request, response, () => {});
}
