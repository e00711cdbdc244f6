import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { placeholderOf, type PageValues } from '@foyer/contracts/page-values';
import { pages } from '@foyer/contracts/pages';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { HOME_TITLE, NOT_FOUND_TITLE, pageTitles } from './page-values/page-titles.ts';
import { LoadingPage } from './pages/loading-page.tsx';
import { Providers } from './providers.tsx';
import { Portal } from './router.tsx';

/** `loggedIn`: in place of the login, for who has a session. */
type PageName = keyof typeof pages | 'loggedIn' | 'notFound';

/** Only the server knows the values that show; the others are those of a visitor who is not logged in. */
const pageValues: PageValues = {
  csrfToken: '',
  stripePublishableKey: '',
  homeUrl: placeholderOf('homeUrl'),
  earthPortalUrl: '',
  userEmail: '',
  redirectUrl: '',
  appName: '',
  productName: placeholderOf('productName'),
  postalAddress: placeholderOf('postalAddress'),
  support: { email: placeholderOf('supportEmail'), phone: placeholderOf('supportPhone') },
  links: {
    productTerms: placeholderOf('productTerms'),
    websiteTerms: placeholderOf('websiteTerms'),
    privacy: placeholderOf('privacy'),
    marketing: placeholderOf('marketing'),
  },
};

type PageShell = {
  /** For search engines, and for previews of a link. */
  description: string;
  /** What stands in the page until it is there, where that depends on what only the browser knows. */
  outline?: ReactNode;
  /** What it asks the server for as soon as it is there. */
  data?: readonly Endpoint[];
};

const LOG_IN = 'Log in to {{productName}} with your email or your company account.';
const INVITATION = 'Accept your invitation to {{productName}}.';
const FAILURE = 'Something went wrong. See what you can do next.';

const loading = (name: keyof typeof pageTitles) => <LoadingPage title={pageTitles[name]} />;
const settings = (description: string, ...data: Endpoint[]): PageShell => ({
  description,
  data: [...data, endpoints.waitingInvitations, endpoints.billingNotice],
});

const shells: Record<PageName, PageShell> = {
  home: { description: LOG_IN },
  login: { description: LOG_IN },
  signin: { description: LOG_IN },
  pro: { description: 'Create a {{productName}} PRO account, or upgrade the one you have.' },
  proUpgrade: {
    description: 'Upgrade your {{productName}} account to PRO.',
    data: [endpoints.billingPrefill],
  },
  signUp: { description: 'Start {{productName}} free, or go straight to PRO.' },
  signUpForm: { description: 'Create your {{productName}} account.' },
  verifyEmail: { description: 'Verify the email of your new account.', outline: loading('verifyEmail') },
  success: { description: 'Your {{productName}} account is ready.' },
  resetPassword: { description: 'Choose a password for your account.', outline: loading('resetPassword') },
  resetPasswordSuccess: { description: 'Your password has been reset.' },
  forgotPassword: { description: 'Get a link to choose a new password.' },
  billing: {
    description: 'Add the billing details of your PRO account.',
    outline: loading('billing'),
    data: [endpoints.billingPrefill],
  },
  billingSuccess: { description: 'You have signed up for PRO.' },
  teamMemberSignUp: { description: INVITATION, outline: loading('teamMemberSignUp') },
  teamMemberPassword: { description: INVITATION, outline: loading('teamMemberPassword') },
  joinTeam: { description: INVITATION },
  switchTeam: { description: INVITATION },
  joinEvent: { description: INVITATION },
  saml: { description: 'Sign in with your company.' },
  samlError: { description: FAILURE },
  samlOverage: { description: FAILURE },
  samlPending: { description: 'Your company has signed you in; one step is left.' },
  samlSuspended: { description: FAILURE },
  oauthAuthorize: {
    description: 'Decide what an app may see of your account.',
    outline: loading('oauthAuthorize'),
  },
  oauthAuthorizeError: { description: FAILURE },
  failureGeneral: { description: FAILURE },
  requestError: { description: FAILURE },
  logout: { description: 'Log out of {{productName}}.', outline: loading('logout') },
  settings: settings('Your account, your team and your plan.'),
  settingsTeam: settings('The members of your team and their seats.', endpoints.team),
  settingsSecurity: settings('Where you are logged in, and your password.', endpoints.sessions),
  settingsBilling: settings('Your plan, card and receipts.', endpoints.billing),
  confirmPayment: settings('Confirm a payment with your bank.', endpoints.openPayment),
  settingsApps: settings('Apps that may see your account.', endpoints.connectedApps),
  settingsSso: settings('Single sign-on for your company.', endpoints.ssoSettings),
  settingsSsoTest: settings('The outcome of a test login.'),
  loggedIn: {
    description: 'Your account, your team and your plan.',
    outline: <LoadingPage title={HOME_TITLE} />,
    data: [endpoints.team, endpoints.waitingInvitations, endpoints.billingNotice],
  },
  notFound: { description: 'There is no page at this address.' },
};

export type PrerenderedPage = {
  name: PageName;
  title: string;
  description: string;
  /** Of `#root`, for a visitor without anything in their browser, with placeholders for page values. */
  html: string;
  data: string[];
};

/**
 * The HTML of every page, which the application takes over (decision 66). Buttons need scripts, and before-scripts.ts
 * makes them usable.
 */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const names = Object.keys(shells) as PageName[];
  return Promise.all(names.map(prerenderPage));
}

async function prerenderPage(name: PageName): Promise<PrerenderedPage> {
  const { description, outline, data = [] } = shells[name];
  const { path, title } = addressOf(name);
  const { prelude } = await prerender(
    <Providers pageValues={pageValues}>
      <StaticRouter location={path}>
        <Portal page={outline} />
      </StaticRouter>
    </Providers>,
    // Whole, and not in parts that a script puts into place.
    { progressiveChunkSize: Infinity },
  );
  const html = await new Response(prelude).text();
  return {
    name,
    title: `${title} – ${placeholderOf('productName')}`,
    description,
    html: html.replaceAll('<button ', '<button disabled="" '),
    data: data.map(({ path }) => path),
  };
}

function addressOf(name: PageName): { path: string; title: string } {
  if (name === 'notFound') return { path: '/not-found', title: NOT_FOUND_TITLE };
  // What is around the settings is around the home: no plan is offered.
  if (name === 'loggedIn') return { path: pages.settings, title: HOME_TITLE };
  return { path: pages[name].replaceAll(':', ''), title: pageTitles[name] };
}
