import { renderInPortal } from './test-portal.tsx';
import { Suspense } from 'react';
import { Pages } from './router.tsx';

/** Renders the page at an address as the route table has it, with the parts of other domains that its row hands it. */
export const renderPage = (options?: Parameters<typeof renderInPortal>[1]) =>
  renderInPortal(
    <Suspense>
      <Pages />
    </Suspense>,
    options,
  );
