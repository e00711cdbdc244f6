import type { LanguageTag } from '@foyer/catalog/languages';
import type { Catalogue } from '@foyer/catalog/words/source-catalogue';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { placeholderOf, type PageValues } from '@foyer/contracts/page-values';
import { pages } from '@foyer/contracts/pages';
import { pathPattern } from '@foyer/contracts/path-pattern';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import {
  failureVariantNames,
  failureVariants,
  type FailurePageName,
} from './shell/failure/failure-variants.ts';
import { settingsFor } from './account/pages/settings-entries.ts';
import { loginReasons } from './identity/login/login-reasons.ts';
import { homeTitle, notFoundTitle, pageTitles } from './page-values/page-titles.ts';
import { LoadingPage } from './navigation/loading-page.tsx';
import { Providers } from './providers.tsx';
import { Portal } from './router.tsx';
import { renderIn } from './words/current-language.ts';
import { loadWords } from './words/in-words.ts';
import { t } from './words/t.ts';

/** `loggedIn`: the home page, which logged-in users see at the URLs of the login. */
type PageName = keyof typeof pages | 'loggedIn' | 'notFound';

/**
 * The values of a visitor without a session. Where a value is visible and only the server knows it, the HTML has a
 * placeholder.
 */
const pageValues: PageValues = {
  csrfToken: '',
  stripePublishableKey: '',
  homeUrl: placeholderOf('homeUrl'),
  earthPortalUrl: '',
  languages: [],
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
    imprint: placeholderOf('imprint'),
    processors: placeholderOf('processors'),
  },
  // Renders all optional parts. The server removes those that do not apply (`data-if`).
  observing: 'ask',
  accessibility: { date: '' },
};

type PageShell = {
  description: string;
  /** Shown while the page loads data that the HTML does not contain. */
  skeleton?: ReactNode;
  /** Requests that the page sends as soon as it is loaded. */
  data?: readonly Endpoint[];
  why?: Why;
};

/** The texts for login-reason-script.ts. */
type Why = {
  idledOut: string;
  idledOutWithInput: string;
  appAsks: string;
  invitations: [target: string, line: string][];
  oauthAuthorize: string;
};

/** Example names of typical length, to reserve the height of a line. */
const EXAMPLE = ['Olive Owner', 'Harbour Hotel', 'olive@harbour-hotel.test'] as const;

function whyOf(): Why {
  const [name, team, email] = EXAMPLE;
  const plain = (words: ReactNode) => words;
  const toTeam = renderToStaticMarkup(loginReasons.invitedToTeam(name, team, email, plain));
  const toEvent = renderToStaticMarkup(loginReasons.invitedToEvent(name, email, plain));
  return {
    idledOut: loginReasons.idledOut(),
    idledOutWithInput: loginReasons.idledOutWithInput(),
    appAsks: loginReasons.appAsks('{appName}'),
    invitations: [
      [pathPattern(pages.switchTeam).source, toTeam],
      [pathPattern(pages.joinTeam).source, toTeam],
      [pathPattern(pages.joinEvent).source, toEvent],
    ],
    oauthAuthorize: pages.oauthAuthorize,
  };
}

const productName = placeholderOf('productName');

const loading = (name: keyof typeof pageTitles) => <LoadingPage title={pageTitles[name]} />;
const aboutOf = (page: string) => settingsFor({ isOwner: true }).find(({ to }) => to === page)?.about ?? '';
const settings = (description: string, ...data: Endpoint[]): PageShell => ({
  description,
  data: [...data, endpoints.waitingInvitations, endpoints.billingNotice],
});

function shellsOf(): Record<PageName, PageShell> {
  const logIn = {
    description: t(
      'portal.prerender.logIn',
      'Log in to {productName} with your email address or your company account.',
      { productName },
    ),
    why: whyOf(),
  };
  const INVITATION = t('portal.prerender.invitation', 'Accept your invitation to {productName}.', {
    productName,
  });
  const FAILURE = {
    description: t('portal.prerender.failure', 'Something went wrong. See what you can do next.'),
  };
  const failures = failureVariantNames.flatMap((variant) => failureVariants[variant].page ?? []);
  return {
    home: logIn,
    login: logIn,
    signin: logIn,
    pro: {
      description: t(
        'portal.prerender.pro',
        'Create a {productName} PRO account, or upgrade the one you have.',
        { productName },
      ),
    },
    proUpgrade: {
      description: t('portal.prerender.proUpgrade', 'Upgrade your {productName} account to PRO.', {
        productName,
      }),
      data: [endpoints.billingPrefill],
    },
    signUp: {
      description: t('portal.prerender.signUp', 'Start {productName} free, or go straight to PRO.', {
        productName,
      }),
    },
    signUpForm: {
      description: t('portal.prerender.signUpForm', 'Create your {productName} account.', { productName }),
    },
    verifyEmail: {
      description: t('portal.prerender.verifyEmail', 'Verify the email address of your new account.'),
      skeleton: loading('verifyEmail'),
    },
    success: {
      description: t('portal.prerender.success', 'Your {productName} account is ready.', { productName }),
    },
    resetPassword: {
      description: t('portal.prerender.resetPassword', 'Choose a password for your account.'),
      skeleton: loading('resetPassword'),
    },
    resetPasswordSuccess: {
      description: t('portal.prerender.resetPasswordSuccess', 'Your password has been reset.'),
    },
    forgotPassword: {
      description: t('portal.prerender.forgotPassword', 'Get a link to choose a new password.'),
    },
    billing: {
      description: t('portal.prerender.billing', 'Add billing details for your PRO account.'),
      skeleton: loading('billing'),
      data: [endpoints.billingPrefill],
    },
    billingSuccess: { description: t('portal.prerender.billingSuccess', 'You’ve signed up for PRO.') },
    teamMemberSignUp: { description: INVITATION, skeleton: loading('teamMemberSignUp') },
    teamMemberPassword: { description: INVITATION, skeleton: loading('teamMemberPassword') },
    joinTeam: { description: INVITATION },
    switchTeam: { description: INVITATION },
    joinEvent: { description: INVITATION },
    saml: { description: t('portal.prerender.saml', 'Sign in with your company.') },
    samlPending: {
      description: t(
        'portal.prerender.samlPending',
        'There’s one more step before you can sign in with your company.',
      ),
    },
    samlProof: {
      description: t('portal.prerender.samlProof', 'Confirm through your company that it’s you.'),
      skeleton: loading('samlProof'),
    },
    samlSuspended: FAILURE,
    ...(Object.fromEntries(failures.map((page) => [page, FAILURE])) as Record<FailurePageName, PageShell>),
    oauthAuthorize: {
      description: t('portal.prerender.oauthAuthorize', 'Choose whether an app can access your account.'),
      skeleton: loading('oauthAuthorize'),
    },
    accessibility: {
      description: t(
        'portal.prerender.accessibility',
        'How accessible {productName} is, and where to get help.',
        { productName },
      ),
      skeleton: loading('accessibility'),
    },
    logout: {
      description: t('portal.prerender.logout', 'Log out of {productName}.', { productName }),
      skeleton: loading('logout'),
    },
    settings: settings(t('portal.prerender.settings', 'Your account, your team and your plan.')),
    settingsTeam: settings(aboutOf(pages.settingsTeam), endpoints.team, endpoints.pendingIdentities),
    settingsProfile: settings(aboutOf(pages.settingsProfile), endpoints.profile),
    confirmAddress: settings(
      t('portal.prerender.confirmAddress', 'Confirm your account’s new email address.'),
    ),
    undoAddress: {
      description: t('portal.prerender.undoAddress', 'Undo a change of your email address.'),
      skeleton: loading('undoAddress'),
    },
    stopRecovery: {
      description: t('portal.prerender.stopRecovery', 'Stop a recovery, and keep your authenticator app.'),
      skeleton: loading('stopRecovery'),
    },
    settingsSecurity: settings(aboutOf(pages.settingsSecurity), endpoints.sessions),
    setUpFactor: settings(
      t('portal.prerender.setUpFactor', 'Set up two-step verification for your account.'),
      endpoints.secondFactor,
    ),
    settingsBilling: settings(aboutOf(pages.settingsBilling), endpoints.billing),
    confirmPayment: settings(
      t('portal.prerender.confirmPayment', 'Approve a payment with your bank.'),
      endpoints.openPayment,
    ),
    settingsApps: settings(aboutOf(pages.settingsApps), endpoints.connectedApps),
    settingsData: settings(aboutOf(pages.settingsData), endpoints.dataExport),
    settingsSso: settings(aboutOf(pages.settingsSso), endpoints.ssoSettings),
    settingsSsoTest: settings(t('portal.prerender.settingsSsoTest', 'The result of a test login.')),
    loggedIn: {
      description: t('portal.prerender.settings', 'Your account, your team and your plan.'),
      skeleton: <LoadingPage title={homeTitle()} />,
      data: [
        endpoints.team,
        endpoints.pendingIdentities,
        endpoints.waitingInvitations,
        endpoints.billingNotice,
      ],
    },
    notFound: { description: t('portal.prerender.notFound', 'There’s no page at this address.') },
  };
}

export type PrerenderedPage = {
  name: PageName;
  title: string;
  description: string;
  html: string;
  isOutline: boolean;
  data: string[];
  why?: Why | undefined;
  needsScripts: string;
  unfinished: string;
  reload: string;
};

/**
 * The application hydrates this HTML (decision 66). Buttons are disabled until before-scripts.ts enables them. Callers
 * must render one language after the other, because the language is a global variable.
 */
export async function prerenderPages(
  language: LanguageTag,
  catalogue: Catalogue,
): Promise<PrerenderedPage[]> {
  renderIn(language);
  loadWords(catalogue);
  const shells = Object.entries(shellsOf()) as [PageName, PageShell][];
  return Promise.all(shells.map(([name, shell]) => prerenderPage(name, shell)));
}

async function prerenderPage(
  name: PageName,
  { description, skeleton, data = [], why }: PageShell,
): Promise<PrerenderedPage> {
  const { path, title } = addressOf(name);
  const { prelude } = await prerender(
    <Providers pageValues={pageValues}>
      <StaticRouter location={path}>
        <Portal page={skeleton} />
      </StaticRouter>
    </Providers>,
    // Puts the complete page into the HTML. By default, React adds large parts at the end, and inline scripts move
    // them.
    { progressiveChunkSize: Infinity },
  );
  const html = await new Response(prelude).text();
  return {
    name,
    title: `${title} – ${placeholderOf('productName')}`,
    description,
    html: html.replaceAll('<button ', '<button disabled="" '),
    // Only placeholders contain a status, which announces that the page is loading.
    isOutline: html.includes('role="status"'),
    data: data.map(({ path }) => path),
    why,
    needsScripts: t(
      'portal.prerender.needsScripts',
      'This page needs JavaScript. Turn it on in your browser, then reload the page.',
    ),
    unfinished: t('portal.prerender.unfinished', 'This page didn’t load completely. Reload it to continue.'),
    reload: t('portal.prerender.reload', 'Reload'),
  };
}

function addressOf(name: PageName): { path: string; title: string } {
  if (name === 'notFound') return { path: '/not-found', title: notFoundTitle() };
  // The path decides which parts surround the page. The home page has the same parts as the settings.
  if (name === 'loggedIn') return { path: pages.settings, title: homeTitle() };
  return { path: pages[name].replaceAll(':', ''), title: pageTitles[name] };
}
