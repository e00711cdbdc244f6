import { Suspense } from 'react';
import { BrowserRouter, useRoutes, type RouteObject } from 'react-router-dom';
import { lazyPage } from './load-page.ts';
import { LoginPage } from './pages/login-page.tsx';
import { routes } from './routes.ts';
import { ShellErrorBoundary } from './shell/shell-error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { PageSpinner } from './ui/spinner.tsx';

const SignUpPlanPage = lazyPage(async () => (await import('./pages/sign-up-plan-page.tsx')).SignUpPlanPage);
const SignUpFormPage = lazyPage(async () => (await import('./pages/sign-up-form-page.tsx')).SignUpFormPage);
const VerifyEmailPage = lazyPage(async () => (await import('./pages/verify-email-page.tsx')).VerifyEmailPage);
const ResetPasswordPage = lazyPage(
  async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage,
);
const SuccessPage = lazyPage(async () => (await import('./pages/success-page.tsx')).SuccessPage);
const FailurePage = lazyPage(async () => (await import('./pages/failure-page.tsx')).FailurePage);

/** The one route table. The login page comes with the first load, every other page by itself. */
const table: RouteObject[] = [
  { path: routes.home, element: <LoginPage /> },
  { path: routes.login, element: <LoginPage /> },
  { path: routes.signin, element: <LoginPage /> },
  { path: routes.signUp, element: <SignUpPlanPage /> },
  { path: routes.signUpForm, element: <SignUpFormPage /> },
  { path: routes.verifyEmail, element: <VerifyEmailPage /> },
  { path: routes.resetPassword, element: <ResetPasswordPage /> },
  { path: routes.success, element: <SuccessPage /> },
  { path: routes.failureGeneral, element: <FailurePage variant="FAILURE_GENERAL" /> },
  { path: '*', element: <FailurePage variant="FAILURE_PAGE_NOT_FOUND" /> },
];

function Pages() {
  return useRoutes(table);
}

export function Router() {
  return (
    <BrowserRouter>
      <Shell>
        <ShellErrorBoundary fallback={<FailurePage variant="FAILURE_GENERAL" />}>
          <Suspense fallback={<PageSpinner />}>
            <Pages />
          </Suspense>
        </ShellErrorBoundary>
      </Shell>
    </BrowserRouter>
  );
}
