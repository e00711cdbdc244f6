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

function makeQueries({ session, csrfToken }: PageValues): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // `networkMode`: sends calls even if the browser reports that it is offline, because the report may be wrong.
      // `retry`: repeats a call one time if the server has not answered. A problem is an answer.
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
