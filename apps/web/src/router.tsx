import { Suspense, useEffect, useState, type ReactNode } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  useRoutes,
  type RouteObject,
} from 'react-router-dom';
import { CompanySignIn } from './company/sign-in/company-sign-in.tsx';
import { LoginPage } from './identity/pages/login-page.tsx';
import { routes } from './routes.ts';
import { ShellErrorBoundary } from './shell/shell-error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import type { TransitionPage } from './ui/cross-fade.ts';
import { lazyComponent } from './ui/lazy-component.ts';
import { PageSpinner } from './ui/spinner.tsx';

const otherPages = () => import('./other-pages.tsx');
const OtherPages = lazyComponent(async () => (await otherPages()).OtherPages);
const FailurePage = lazyComponent(async () => (await import('./shell/pages/failure-page.tsx')).FailurePage);

const HomePage = lazyComponent(async () => (await import('./account/pages/home-page.tsx')).HomePage);
const login = <LoginPage home={<HomePage />} CompanySignIn={CompanySignIn} />;

/** The first load includes only the login page. The long table of all other pages loads when one of them is opened. */
const table: RouteObject[] = [
  { path: routes.home, element: login },
  { path: routes.login, caseSensitive: true, element: login },
  { path: routes.signin, caseSensitive: true, element: login },
  { path: '*', element: <OtherPages /> },
];

export function Pages() {
  return useRoutes(table);
}

/**
 * Dispatches `ready` when the application handles clicks. It is placed after the page, so its effect runs after the
 * page's.
 */
function Ready() {
  useEffect(() => {
    dispatchEvent(new Event('ready'));
  }, []);
  return null;
}

/** The build also renders this component (decision 66). */
export function Portal({ page = <Pages /> }: { page?: ReactNode }) {
  const failure = (
    <>
      <FailurePage variant="FAILURE_GENERAL" />
      <Ready />
    </>
  );
  return (
    <Shell>
      <ShellErrorBoundary fallback={failure}>
        <Suspense fallback={<PageSpinner />}>
          {page}
          <Ready />
        </Suspense>
      </ShellErrorBoundary>
    </Shell>
  );
}

export function Router() {
  const [history] = useState(() => fadingHistory(otherPages));
  return (
    <HistoryRouter history={history}>
      <Portal />
    </HistoryRouter>
  );
}

/**
 * Loads `other` and the files of the next page, then fades out the old page. Back and Forward are immediate, because
 * the browser restores the scroll position itself.
 */
function fadingHistory(other: () => Promise<{ transitionPage: TransitionPage }>) {
  const history = createBrowserHistory({ v5Compat: true });
  let last = { location: history.location };
  const listen: typeof history.listen = (listener) =>
    history.listen((update) => {
      const { location: from } = last;
      const { action, location } = (last = update);
      // Does nothing if a later navigation has replaced this one.
      const put = () => last === update && listener(update);
      if (action === 'POP') put();
      // Opens the page also if `other` fails to load, because the page itself shows an error.
      else other().then(({ transitionPage }) => transitionPage(from, location, put), put);
    });
  return Object.assign(Object.create(history) as typeof history, { listen });
}
