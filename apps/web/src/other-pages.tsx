import { createElement, type ComponentType } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import { crossFade, isFadeAllowed, type TransitionPage } from './ui/cross-fade.ts';
import { lazyComponent } from './ui/lazy-component.ts';
import type { SettingsPage } from './account/pages/settings-layout.tsx';
import { PlanPicker } from './billing/plans/plan-picker.tsx';
import { pageTitles } from './page-values/page-titles.ts';
import { failurePath, failureVariantNames } from './shell/failure/failure-variants.ts';
import { FailurePage } from './shell/pages/failure-page.tsx';
import { routes } from './routes.ts';

/** `handle` loads the page's files before the page is opened. */
function page<Props extends object>(
  path: string,
  load: () => Promise<ComponentType<Props>>,
  props?: Props,
): RouteObject {
  return { path, element: createElement(lazyComponent(load), props), handle: load };
}

function setting(
  name: keyof typeof pageTitles & keyof typeof routes,
  load: () => Promise<SettingsPage>,
  options: { isForRestricted?: boolean } = {},
): RouteObject {
  return page(routes[name], async () => {
    const [{ SettingsLayout }, content] = await Promise.all([
      import('./account/pages/settings-layout.tsx'),
      load(),
    ]);
    return () => <SettingsLayout title={pageTitles[name]} page={content} {...options} />;
  });
}

const table: RouteObject[] = [
  page(
    routes.signUp,
    async () => (await import('./registration/pages/sign-up-plan-page.tsx')).SignUpPlanPage,
    { PlanPicker },
  ),
  page(
    routes.signUpForm,
    async () => (await import('./registration/pages/sign-up-form-page.tsx')).SignUpFormPage,
  ),
  page(
    routes.verifyEmail,
    async () => (await import('./registration/pages/verify-email-page.tsx')).VerifyEmailPage,
  ),
  page(
    routes.resetPassword,
    async () => (await import('./registration/pages/reset-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    routes.resetPasswordSuccess,
    async () =>
      (await import('./registration/pages/reset-password-success-page.tsx')).ResetPasswordSuccessPage,
  ),
  page(
    routes.forgotPassword,
    async () => (await import('./registration/pages/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  setting('settingsProfile', async () => (await import('./account/profile/profile.tsx')).Profile),
  setting(
    'confirmAddress',
    async () => (await import('./account/pages/confirm-address-page.tsx')).ConfirmAddressPage,
  ),
  page(
    routes.undoAddress,
    async () => (await import('./account/pages/undo-address-page.tsx')).UndoAddressPage,
  ),
  page(
    routes.stopRecovery,
    async () => (await import('./identity/pages/stop-recovery-page.tsx')).StopRecoveryPage,
  ),
  setting(
    'settingsSecurity',
    async () => (await import('./identity/pages/settings-security-page.tsx')).SettingsSecurityPage,
  ),
  page(
    routes.setUpFactor,
    async () => (await import('./identity/pages/set-up-factor-page.tsx')).SetUpFactorPage,
  ),
  page(routes.logout, async () => (await import('./identity/pages/logout-page.tsx')).LogoutPage),
  page(routes.success, async () => (await import('./registration/pages/success-page.tsx')).SuccessPage),
  page(routes.pro, async () => (await import('./billing/pages/pro-page.tsx')).ProPage),
  page(routes.proUpgrade, async () => (await import('./billing/pages/billing-page.tsx')).ProUpgradePage),
  page(routes.billing, async () => (await import('./billing/pages/billing-page.tsx')).BillingPage),
  page(
    routes.billingSuccess,
    async () => (await import('./billing/pages/billing-success-page.tsx')).BillingSuccessPage,
  ),
  page(
    routes.teamMemberSignUp,
    async () => (await import('./registration/pages/team-member-page.tsx')).TeamMemberPage,
    {
      step: 'details',
    },
  ),
  page(
    routes.teamMemberPassword,
    async () => (await import('./registration/pages/team-member-page.tsx')).TeamMemberPage,
    {
      step: 'password',
    },
  ),
  page(routes.joinTeam, async () => (await import('./registration/pages/join-team-page.tsx')).JoinTeamPage),
  page(routes.switchTeam, async () => (await import('./teams/pages/switch-team-page.tsx')).SwitchTeamPage),
  page(
    routes.joinEvent,
    async () => (await import('./registration/pages/join-event-page.tsx')).JoinEventPage,
    { PlanPicker },
  ),
  page(
    routes.accessibility,
    async () => (await import('./shell/pages/accessibility-page.tsx')).AccessibilityPage,
  ),
  setting('settings', async () => (await import('./account/pages/settings-list.tsx')).SettingsList),
  setting('settingsTeam', async () => (await import('./teams/members/team-members.tsx')).TeamMembers),
  setting('settingsBilling', async () => (await import('./billing/billing-settings.tsx')).BillingSettings),
  setting('confirmPayment', async () => (await import('./billing/confirm-payment.tsx')).ConfirmPayment),
  setting(
    'settingsApps',
    async () => (await import('./connected-apps/settings/connected-apps.tsx')).ConnectedApps,
  ),
  setting(
    'settingsData',
    async () => (await import('./account/pages/settings-data-page.tsx')).SettingsDataPage,
    { isForRestricted: true },
  ),
  setting('settingsSso', async () => (await import('./company/settings/sso-settings.tsx')).SsoSettings),
  setting(
    'settingsSsoTest',
    async () => (await import('./company/pages/settings-sso-test-page.tsx')).SettingsSsoTestPage,
  ),
  page(routes.saml, async () => (await import('./company/pages/saml-page.tsx')).SamlPage),
  page(
    routes.samlPending,
    async () => (await import('./company/pages/saml-pending-page.tsx')).SamlPendingPage,
  ),
  page(routes.samlProof, async () => (await import('./company/pages/saml-proof-page.tsx')).SamlProofPage),
  page(
    routes.samlSuspended,
    async () => (await import('./company/pages/saml-suspended-page.tsx')).SamlSuspendedPage,
  ),
  page(
    routes.oauthAuthorize,
    async () => (await import('./connected-apps/pages/oauth-authorize-page.tsx')).OAuthAuthorizePage,
  ),
  ...failureVariantNames.map((variant) => ({
    path: failurePath(variant),
    element: <FailurePage variant={variant} />,
  })),
];

/** The server matches paths case-sensitively, too. */
const exactly = table.map((row): RouteObject => ({ ...row, caseSensitive: true }));

export function OtherPages() {
  return useRoutes(exactly);
}

export const transitionPage: TransitionPage = async (from, to, put) => {
  if (from.pathname === to.pathname || !isFadeAllowed()) return put();
  const load = matchRoutes(exactly, to)?.at(-1)?.route.handle as (() => Promise<unknown>) | undefined;
  // Ignores a failure, because the page itself shows an error if its files do not load.
  if (load) await load().catch(() => {});
  crossFade(put);
};
