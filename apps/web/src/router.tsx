import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { unstable_HistoryRouter as HistoryRouter, useRoutes, type RouteObject } from 'react-router-dom';
import { fadingHistory } from './fading-history.ts';
import { lazyPage } from './ui/load-page.ts';
import { LoginPage } from './pages/login-page.tsx';
import { routes } from './routes.ts';
import { ShellErrorBoundary } from './shell/shell-error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { PageSpinner } from './ui/spinner.tsx';

const otherPages = () => import('./other-pages.tsx');
const OtherPages = lazyPage(async () => (await otherPages()).OtherPages);
const FailurePage = lazyPage(async () => (await import('./pages/failure-page.tsx')).FailurePage);

/** The login page comes with the first load; the table of all others, which is long, when one of them is opened. */
const table: RouteObject[] = [
  { path: routes.home, element: <LoginPage /> },
  { path: routes.login, caseSensitive: true, element: <LoginPage /> },
  { path: routes.signin, caseSensitive: true, element: <LoginPage /> },
  { path: '*', element: <OtherPages /> },
];

function Pages() {
  return useRoutes(table);
}

/** Last beside the page, so that everything else hears before it: what is pressed now is heard by the application. */
function Ready() {
  useEffect(() => {
    dispatchEvent(new Event('ready'));
  }, []);
  return null;
}

/** The application at an address, in the browser and in the HTML that the build renders (decision 66). */
export function Portal({ page = <Pages /> }: { page?: ReactNode }) {
  return (
    <Shell>
      <ShellErrorBoundary fallback={<FailurePage variant="FAILURE_GENERAL" />}>
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
