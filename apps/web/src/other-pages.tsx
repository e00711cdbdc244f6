import { isValidElement, type ComponentType } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import { crossFade, mayFade, type TakeStep } from './ui/cross-fade.ts';
import * as pageLoading from './ui/load-page.ts';
import { failurePath, failureVariantNames } from './features/failure/failure-variants.ts';
import { FailurePage } from './pages/failure-page.tsx';
import { routes } from './routes.ts';

const loads = new WeakMap<object, () => Promise<unknown>>();

/** Whose file can be brought before it is shown. */
function lazyPage<Props>(load: () => Promise<ComponentType<Props>>) {
  const page = pageLoading.lazyPage(load);
  loads.set(page, load);
  return page;
}

const SignUpPlanPage = lazyPage(async () => (await import('./pages/sign-up-plan-page.tsx')).SignUpPlanPage);
const SignUpFormPage = lazyPage(async () => (await import('./pages/sign-up-form-page.tsx')).SignUpFormPage);
const VerifyEmailPage = lazyPage(async () => (await import('./pages/verify-email-page.tsx')).VerifyEmailPage);
const ResetPasswordPage = lazyPage(
  async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage,
);
const ResetPasswordSuccessPage = lazyPage(
  async () => (await import('./pages/reset-password-success-page.tsx')).ResetPasswordSuccessPage,
);
const ForgotPasswordPage = lazyPage(
  async () => (await import('./pages/forgot-password-page.tsx')).ForgotPasswordPage,
);
const SettingsProfilePage = lazyPage(
  async () => (await import('./pages/settings-profile-page.tsx')).SettingsProfilePage,
);
const ConfirmAddressPage = lazyPage(
  async () => (await import('./pages/confirm-address-page.tsx')).ConfirmAddressPage,
);
const UndoAddressPage = lazyPage(async () => (await import('./pages/undo-address-page.tsx')).UndoAddressPage);
const SettingsSecurityPage = lazyPage(
  async () => (await import('./pages/settings-security-page.tsx')).SettingsSecurityPage,
);
const SetUpFactorPage = lazyPage(
  async () => (await import('./pages/set-up-factor-page.tsx')).SetUpFactorPage,
);
const LogoutPage = lazyPage(async () => (await import('./pages/logout-page.tsx')).LogoutPage);
const AccessibilityPage = lazyPage(
  async () => (await import('./pages/accessibility-page.tsx')).AccessibilityPage,
);
const ProPage = lazyPage(async () => (await import('./pages/pro-page.tsx')).ProPage);
const ProUpgradePage = lazyPage(async () => (await import('./pages/billing-page.tsx')).ProUpgradePage);
const BillingPage = lazyPage(async () => (await import('./pages/billing-page.tsx')).BillingPage);
const BillingSuccessPage = lazyPage(
  async () => (await import('./pages/billing-success-page.tsx')).BillingSuccessPage,
);
const TeamMemberPage = lazyPage(async () => (await import('./pages/team-member-page.tsx')).TeamMemberPage);
const JoinTeamPage = lazyPage(async () => (await import('./pages/join-team-page.tsx')).JoinTeamPage);
const SwitchTeamPage = lazyPage(async () => (await import('./pages/switch-team-page.tsx')).SwitchTeamPage);
const JoinEventPage = lazyPage(async () => (await import('./pages/join-event-page.tsx')).JoinEventPage);
const SamlPage = lazyPage(async () => (await import('./pages/saml-page.tsx')).SamlPage);
const SamlPendingPage = lazyPage(async () => (await import('./pages/saml-pending-page.tsx')).SamlPendingPage);
const SamlProofPage = lazyPage(async () => (await import('./pages/saml-proof-page.tsx')).SamlProofPage);
const SamlSuspendedPage = lazyPage(
  async () => (await import('./pages/saml-suspended-page.tsx')).SamlSuspendedPage,
);
const OAuthAuthorizePage = lazyPage(
  async () => (await import('./pages/oauth-authorize-page.tsx')).OAuthAuthorizePage,
);
const SettingsPage = lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage);
const SettingsTeamPage = lazyPage(
  async () => (await import('./pages/settings-team-page.tsx')).SettingsTeamPage,
);
const SettingsBillingPage = lazyPage(
  async () => (await import('./pages/settings-billing-page.tsx')).SettingsBillingPage,
);
const ConfirmPaymentPage = lazyPage(
  async () => (await import('./pages/confirm-payment-page.tsx')).ConfirmPaymentPage,
);
const SettingsDataPage = lazyPage(
  async () => (await import('./pages/settings-data-page.tsx')).SettingsDataPage,
);
const SettingsAppsPage = lazyPage(
  async () => (await import('./pages/settings-apps-page.tsx')).SettingsAppsPage,
);
const SettingsSsoPage = lazyPage(async () => (await import('./pages/settings-sso-page.tsx')).SettingsSsoPage);
const SettingsSsoTestPage = lazyPage(
  async () => (await import('./pages/settings-sso-test-page.tsx')).SettingsSsoTestPage,
);
const StopRecoveryPage = lazyPage(
  async () => (await import('./pages/stop-recovery-page.tsx')).StopRecoveryPage,
);
const SuccessPage = lazyPage(async () => (await import('./pages/success-page.tsx')).SuccessPage);

/** Routes of all pages except the login; each page is a chunk of its own. */
const table: RouteObject[] = [
  { path: routes.signUp, element: <SignUpPlanPage /> },
  { path: routes.signUpForm, element: <SignUpFormPage /> },
  { path: routes.verifyEmail, element: <VerifyEmailPage /> },
  { path: routes.resetPassword, element: <ResetPasswordPage /> },
  { path: routes.resetPasswordSuccess, element: <ResetPasswordSuccessPage /> },
  { path: routes.forgotPassword, element: <ForgotPasswordPage /> },
  { path: routes.settingsProfile, element: <SettingsProfilePage /> },
  { path: routes.confirmAddress, element: <ConfirmAddressPage /> },
  { path: routes.undoAddress, element: <UndoAddressPage /> },
  { path: routes.stopRecovery, element: <StopRecoveryPage /> },
  { path: routes.settingsSecurity, element: <SettingsSecurityPage /> },
  { path: routes.setUpFactor, element: <SetUpFactorPage /> },
  { path: routes.logout, element: <LogoutPage /> },
  { path: routes.success, element: <SuccessPage /> },
  { path: routes.pro, element: <ProPage /> },
  { path: routes.proUpgrade, element: <ProUpgradePage /> },
  { path: routes.billing, element: <BillingPage /> },
  { path: routes.billingSuccess, element: <BillingSuccessPage /> },
  { path: routes.teamMemberSignUp, element: <TeamMemberPage step="details" /> },
  { path: routes.teamMemberPassword, element: <TeamMemberPage step="password" /> },
  { path: routes.joinTeam, element: <JoinTeamPage /> },
  { path: routes.switchTeam, element: <SwitchTeamPage /> },
  { path: routes.joinEvent, element: <JoinEventPage /> },
  { path: routes.accessibility, element: <AccessibilityPage /> },
  { path: routes.settings, element: <SettingsPage /> },
  { path: routes.settingsTeam, element: <SettingsTeamPage /> },
  { path: routes.settingsBilling, element: <SettingsBillingPage /> },
  { path: routes.confirmPayment, element: <ConfirmPaymentPage /> },
  { path: routes.settingsApps, element: <SettingsAppsPage /> },
  { path: routes.settingsData, element: <SettingsDataPage /> },
  { path: routes.settingsSso, element: <SettingsSsoPage /> },
  { path: routes.settingsSsoTest, element: <SettingsSsoTestPage /> },
  { path: routes.saml, element: <SamlPage /> },
  { path: routes.samlPending, element: <SamlPendingPage /> },
  { path: routes.samlProof, element: <SamlProofPage /> },
  { path: routes.samlSuspended, element: <SamlSuspendedPage /> },
  { path: routes.oauthAuthorize, element: <OAuthAuthorizePage /> },
  ...failureVariantNames.map((variant) => ({
    path: failurePath(variant),
    element: <FailurePage variant={variant} />,
  })),
];

/** Case-sensitive, like the server. */
const exactly = table.map((row): RouteObject => ({ ...row, caseSensitive: true }));

export function OtherPages() {
  return useRoutes(exactly);
}

/** Takes a step to another page once the files of that one are there, so that nothing is waited for during the fade. */
export const takeStep: TakeStep = async (from, to, put) => {
  if (from.pathname === to.pathname || !mayFade()) return put();
  const element = matchRoutes(exactly, to)?.at(-1)?.route.element;
  const load = isValidElement(element) && loads.get(Object(element.type));
  // The page itself says so if they do not come.
  if (load) await load().catch(() => {});
  crossFade(put);
};
