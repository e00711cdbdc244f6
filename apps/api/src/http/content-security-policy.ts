import { contentSecurityPolicy } from 'helmet';
import { endpoints } from '@foyer/contracts/endpoints';
import { isPageAmong, pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import { standInScript } from '../config/card-script.ts';
import type { ApiEnv } from '../config/env.ts';
import { PROBLEM_PAGE_STYLE } from './problem-page.ts';

/**
 * The policy of all answers except the application's pages. It forbids scripts, loads, form posts and frames, and
 * allows only the style of the error page.
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

/** Pages that contact no third party, because their URL has a secret or the user decides about access there. */
const pagesWithoutOthers = [
  pages.resetPassword,
  pages.joinTeam,
  pages.switchTeam,
  pages.joinEvent,
  pages.saml,
  pages.oauthAuthorize,
  pages.confirmAddress,
  pages.undoAddress,
  pages.stopRecovery,
];

/**
 * Pages with a card field or a bank's challenge. Other pages open them with a full page load, so that their own policy
 * applies.
 */
const pagesWithCards = [pages.billing, pages.proUpgrade, pages.settingsBilling, pages.confirmPayment];

type Sources = { script: string[]; connect: string[]; frame: string[] };

/** Pages that search engines may index. */
const pagesToBeFound = [pages.home, pages.login, pages.signin, pages.signUp, pages.pro];

/** Returns the card provider's hosts (docs/security.md 5.4), or the host of the simulated provider, if configured. */
function cardSources(env: ApiEnv): Sources {
  const standIn = standInScript(env)?.origin;
  if (standIn !== undefined) return { script: [standIn], connect: [standIn], frame: [standIn] };
  return {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    connect: ['https://api.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  };
}

/** The hosts that receive analytics events, by region. Both regions load their settings from cdn.segment.com. */
const SEGMENT_HOSTS = { us: 'https://api.segment.io', eu: 'https://events.eu1.segmentapis.com' } as const;

/** Returns the hosts to which monitoring and analytics report, if configured. Their scripts are in our own bundle. */
function observerSources(env: ApiEnv): Sources {
  const connect = [
    ...(env.DATADOG_APPLICATION_ID ? [`https://browser-intake-${datadogHost(env.DATADOG_SITE)}`] : []),
    ...(env.SEGMENT_WRITE_KEY ? ['https://cdn.segment.com', SEGMENT_HOSTS[env.SEGMENT_REGION]] : []),
  ];
  return { script: [], connect, frame: [] };
}

/** Converts a Datadog site for the intake's host name: us3.datadoghq.com becomes us3-datadoghq.com. */
function datadogHost(site: string): string {
  return site.replace(/^(.*)\.([^.]+\.[^.]+)$/, '$1-$2');
}

/** The third parties of a page: monitoring and analytics (`ordinary`), also the card provider (`cards`), or none. */
type PolicyKind = 'ordinary' | 'cards' | 'alone';

function policyKindOf(path: string): PolicyKind {
  if (isPageAmong(pagesWithCards, path)) return 'cards';
  return isPageAmong(pagesWithoutOthers, path) ? 'alone' : 'ordinary';
}

/**
 * Sets the policy of a page, and the header that keeps search engines away from most pages. The policy allows the
 * page's own scripts and styles by nonce, and only the third parties that the page needs. `formTargets`: other origins
 * to which its forms may be posted. `mayObserve`: whether monitoring and analytics are allowed.
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
      // Scripts must not turn text into HTML or a script URL, and must not create a Trusted Types policy. The card
      // provider's script does not work with this rule (docs/security.md 5.4).
      ...(kind === 'cards' ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] }),
    },
  });
  if (!isPageAmong(pagesToBeFound, request.path)) response.setHeader('X-Robots-Tag', 'noindex');
  set(request, response, () => {});
}
