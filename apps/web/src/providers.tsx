import type { PageValues } from '@foyer/contracts/page-values';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ProblemError } from './http/errors.ts';
import { sessionQuery } from './http/session-query.ts';
import { showTimesIn } from './words/time-zone.ts';
import { PageValuesProvider } from './page-values/page-values.tsx';

export function Providers({ pageValues, children }: { pageValues: PageValues; children: ReactNode }) {
  const [queries] = useState(() => makeQueries(pageValues));
  return (
    <PageValuesProvider value={pageValues}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </PageValuesProvider>
  );
}

/** Provides the query client, which starts with the session in the page. */
function makeQueries({ session, csrfToken }: PageValues): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // A problem is an answer, so only a missing answer is retried. `networkMode`: a browser may wrongly report that it is
      // offline, and a silent wait is worse than a failed call.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !(error instanceof ProblemError),
      },
      mutations: { networkMode: 'always' },
    },
  });
  showTimesIn(session?.timeZone);
  if (session) queries.setQueryData(sessionQuery.queryKey, { ...session, csrfToken });
  return queries;
}
