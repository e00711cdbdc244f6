import { lazy, Suspense, type ComponentType } from 'react';
import { BrowserRouter, useRoutes, type RouteObject } from 'react-router-dom';
import { LoginPage } from './pages/login-page.tsx';
import { routes } from './routes.ts';
import { Shell } from './shell/shell.tsx';
import { ShellErrorBoundary } from './shell/shell-error-boundary.tsx';
import { PageSpinner } from './ui/spinner.tsx';

/** A page that comes in a file of its own, when it is first opened. */
function page<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): ComponentType {
  return lazy(async () => ({ default: (await load())[name] as ComponentType })) as unknown as ComponentType;
}

const SignUpPlanPage = page('SignUpPlanPage', () => import('./pages/sign-up-plan-page.tsx'));
const SignUpFormPage = page('SignUpFormPage', () => import('./pages/sign-up-form-page.tsx'));
const VerifyEmailPage = page('VerifyEmailPage', () => import('./pages/verify-email-page.tsx'));
const ResetPasswordPage = page('ResetPasswordPage', () => import('./pages/reset-password-page.tsx'));
const SuccessPage = page('SuccessPage', () => import('./pages/success-page.tsx'));
const FailurePage = lazy(() =>
  import('./pages/failure-page.tsx').then((module) => ({ default: module.FailurePage })),
);

/** The one route table. The login page comes with the first load, all others by themselves. */
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
