import './test-browser.ts';
import { upgradePlanBody } from '@foyer/contracts/billing/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { emptyForm, type FormOf, type Questions } from '@foyer/contracts/form';
import { loginBody } from '@foyer/contracts/identity/login';
import { pageValues, type PageValues } from '@foyer/contracts/page-values';
import { changePasswordBody, forgotPasswordBody } from '@foyer/contracts/identity/password';
import { profileBody } from '@foyer/contracts/account/profile';
import { resetPasswordBody } from '@foyer/contracts/registration/password-link';
import { problemTypes, type ProblemCode } from '@foyer/contracts/problem';
import { findIdpBody, findIdpDomainBody } from '@foyer/contracts/company/saml';
import { registerByEmailBody, registerCollaboratorBody } from '@foyer/contracts/registration/sign-up';
import { decideIdentityBody } from '@foyer/contracts/company/pending-identities';
import { inviteBody, registerTeamMemberBody } from '@foyer/contracts/teams/team';
import { resendVerificationBody } from '@foyer/contracts/registration/verify-email';
import { jest } from '@jest/globals';
import { configure, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { DocumentNavigationContext } from './navigation/document-navigation.ts';
import { Providers } from './providers.tsx';

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 60_000 });

export function answersTo<Q extends Questions>(questions: Q): FormOf<Q> {
  const form = emptyForm(questions);
  for (const [key, { label }] of Object.entries(questions)) Object.assign(form, { [key]: label });
  return form;
}

export const testPageValues: PageValues = pageValues.parse({
  csrfToken: 'first-token',
  stripePublishableKey: '',
  homeUrl: 'https://home.test/',
  earthPortalUrl: '',
  languages: ['en', 'de'],
  userEmail: '',
  redirectUrl: '',
  appName: '',
  productName: 'Foyer',
  postalAddress: '1 Test Street, Testville',
  support: { email: 'help@foyer.test', phone: '+1 800 555 0100' },
  links: {
    productTerms: 'https://foyer.test/product-terms',
    websiteTerms: 'https://foyer.test/website-terms',
    privacy: 'https://foyer.test/privacy',
    marketing: 'https://foyer.test/venues',
  },
});

export const testUser = {
  platform_user_id: '0197a0de-0000-7000-8000-000000000001',
  email: 'ada@example.test',
  addressable_name: 'Ada',
  sortable_name: 'Lovelace, Ada',
  team: { name: 'Analytical Engines' },
};

export type Call = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
type Answer =
  | { status: number; body: unknown; retryAfterSeconds?: number; csrfToken?: string }
  | 'unreachable';

export function answer(body: unknown, status = 200): Answer {
  return { status, body };
}

export function problemAnswer(code: ProblemCode, fields?: Record<string, string>): Answer {
  const { status, message } = problemTypes[code];
  return { status, body: { code, message, ...(fields && { fields }) } };
}

export function retryLaterAnswer(retryAfterSeconds: number, code: ProblemCode): Answer {
  const { status, message } = problemTypes[code];
  const lock = code === 'Locked' && { lockedForMs: retryAfterSeconds * 1000 };
  return { status, body: { code, message, ...lock }, retryAfterSeconds };
}

/**
 * `fakeServer` checks the body of a call with these schemas if the planned answer is a success. A call with an invalid
 * body fails.
 */
const bodySchemas = {
  [endpoints.login.path]: loginBody,
  [endpoints.registerByEmail.path]: registerByEmailBody,
  [endpoints.resendVerification.path]: resendVerificationBody,
  [endpoints.resetPassword.path]: resetPasswordBody,
  [endpoints.forgotPassword.path]: forgotPasswordBody,
  [endpoints.changePassword.path]: changePasswordBody,
  [endpoints.changeProfile.path]: profileBody,
  [endpoints.registerTeamMember.path]: registerTeamMemberBody,
  [endpoints.registerCollaborator.path]: registerCollaboratorBody,
  [endpoints.upgradePlan.path]: upgradePlanBody,
  [endpoints.inviteToTeam.path]: inviteBody,
  [endpoints.decideIdentity.path]: decideIdentityBody,
  [endpoints.findIdp.path]: findIdpBody,
  [endpoints.findIdpDomain.path]: findIdpDomainBody,
};

/**
 * Replaces `fetch`. The keys of `answers` are 'METHOD /path'. A list contains the answers of consecutive calls, and its
 * last entry answers all later calls. Replies are not checked, because `send` validates each one against its contract.
 */
export function fakeServer(answers: Record<string, Answer | Answer[]>): Call[] {
  const calls: Call[] = [];
  const counts: Record<string, number> = {};
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'https://portal.test');
    const method = init.method ?? 'GET';
    const name = `${method} ${url.pathname}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    calls.push({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body,
    });
    const planned =
      name === 'GET /session' ? (answers[name] ?? answer({ csrfToken: 'next-token' })) : answers[name];
    if (planned === undefined) throw new Error(`No answer planned for ${name}`);
    const list = Array.isArray(planned) ? planned : [planned];
    const count = (counts[name] ??= 0);
    counts[name] = count + 1;
    const next = list[Math.min(count, list.length - 1)];
    if (next === undefined || next === 'unreachable') throw new TypeError('Failed to fetch');
    if (next.status < 300 && url.pathname in bodySchemas && method !== 'GET')
      bodySchemas[url.pathname as keyof typeof bodySchemas].parse(body);
    const headers = new Headers({
      ...(next.retryAfterSeconds && { 'retry-after': `${next.retryAfterSeconds}` }),
      ...(next.csrfToken && { 'csrf-token': next.csrfToken }),
    });
    return { ok: next.status < 300, status: next.status, headers, json: async () => next.body } as Response;
  };
  return calls;
}

/**
 * Uses fake timers until the end of the test. Testing Library advances them while it waits. Does not work for parts of
 * a page that load lazily, because their loading takes real time.
 */
export function skipWaits(): void {
  jest.useFakeTimers({
    doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  });
}

export async function fill(user: UserEvent, box: HTMLElement, text: string): Promise<void> {
  await user.click(box);
  const words = text.replace(/{Enter}$/, '');
  await user.paste(words);
  if (words !== text) await user.keyboard('{Enter}');
}

/** Replaces the pause of user-event between two keys if timers are fake. */
function advanceTimers(ms: number): void {
  if (Object.hasOwn(setTimeout, 'clock')) jest.advanceTimersByTime(ms);
}

type Options = { at?: string; state?: unknown; values?: Partial<PageValues> };

/** `place` has the current location and the target of a page load. */
export function renderInPortal(part: ReactNode, { at = '/', state, values }: Options = {}) {
  const place = { path: at, state: undefined as unknown, leftTo: undefined as string | undefined };
  function Place() {
    const location = useLocation();
    place.path = location.pathname + location.search;
    place.state = location.state;
    return null;
  }
  const view = render(
    <Providers pageValues={{ ...testPageValues, ...values }}>
      <DocumentNavigationContext value={(url) => (place.leftTo = url)}>
        <MemoryRouter initialEntries={[state ? { pathname: at, state } : at]}>
          {part}
          <Place />
        </MemoryRouter>
      </DocumentNavigationContext>
    </Providers>,
  );
  return {
    ...view,
    place,
    user: userEvent.setup({ advanceTimers, pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}
