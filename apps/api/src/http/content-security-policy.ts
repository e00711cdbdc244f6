import { contentSecurityPolicy } from 'helmet';
import { endpoints } from '@foyer/contracts/endpoints';
import { isPageAmong, pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import { standInScript } from '../config/card-script.ts';
import type { ApiEnv } from '../config/env.ts';
import { PROBLEM_PAGE_STYLE } from './problem-page.ts';

/** The policy of all answers except the application's pages. Allows only the style of the error page. */
export const POLICY_OF_ANSWERS = [
  "default-src 'none'",
  `style-src ${PROBLEM_PAGE_STYLE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  `report-uri ${endpoints.cspReport.path}`,
  'report-to csp',
].join(';');

/**
 * These pages have a secret in their URL, let the user decide about access, or start a company sign-in. So they contact
 * no third party.
 */
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
 * Pages with a card field or a bank's challenge. Other pages open these with a full page load, because the policy of a
 * page applies until the next load.
 */
const pagesWithCards = [pages.billing, pages.proUpgrade, pages.settingsBilling, pages.confirmPayment];

type Sources = { script: string[]; connect: string[]; frame: string[] };

const pagesToBeFound = [pages.home, pages.login, pages.signin, pages.signUp, pages.pro];

function cardSources(env: ApiEnv): Sources {
  const standIn = standInScript(env)?.origin;
  if (standIn !== undefined) return { script: [standIn], connect: [standIn], frame: [standIn] };
  return {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    connect: ['https://api.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  };
}

/** Both regions load their settings from cdn.segment.com. */
const SEGMENT_HOSTS = { us: 'https://api.segment.io', eu: 'https://events.eu1.segmentapis.com' } as const;

/** The scripts of monitoring and analytics are in our own bundle. */
function observerSources(env: ApiEnv): Sources {
  const connect = [
    ...(env.DATADOG_APPLICATION_ID ? [`https://browser-intake-${datadogHost(env.DATADOG_SITE)}`] : []),
    ...(env.SEGMENT_WRITE_KEY ? ['https://cdn.segment.com', SEGMENT_HOSTS[env.SEGMENT_REGION]] : []),
  ];
  return { script: [], connect, frame: [] };
}

/** us3.datadoghq.com becomes us3-datadoghq.com, the form in the host name of the intake. */
function datadogHost(site: string): string {
  return site.replace(/^(.*)\.([^.]+\.[^.]+)$/, '$1-$2');
}

type PolicyKind = 'ordinary' | 'cards' | 'alone';

function policyKindOf(path: string): PolicyKind {
  if (isPageAmong(pagesWithCards, path)) return 'cards';
  return isPageAmong(pagesWithoutOthers, path) ? 'alone' : 'ordinary';
}

/**
 * Sets the page's content security policy, and for most pages the header that keeps search engines away. `formTargets`:
 * other origins to which the page's forms may be posted. `mayObserve`: whether monitoring and analytics are allowed.
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
      // Scripts must not turn text into HTML or a script URL, and must not create a Trusted Types policy. Pages with
      // the card provider's script lack this rule, because that script can change at any time (docs/security.md 5.4).
      ...(kind === 'cards' ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] }),
    },
  });
  if (!isPageAmong(pagesToBeFound, request.path)) response.setHeader('X-Robots-Tag', 'noindex');
  set(request, response, () => {});
}
