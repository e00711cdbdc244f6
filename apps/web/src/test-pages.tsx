import { renderInPortal } from './test-portal.tsx';
import { Suspense } from 'react';
import { Pages } from './router.tsx';

/** Renders the page at an address from the route table, with the components of other domains that its row passes in. */
export const renderPage = (options?: Parameters<typeof renderInPortal>[1]) =>
  renderInPortal(
    <Suspense>
      <Pages />
    </Suspense>,
    options,
  );
