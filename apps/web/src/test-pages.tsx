import { renderInPortal } from './test-portal.tsx';
import { Suspense } from 'react';
import { Pages } from './router.tsx';

/** Renders the page at a URL as the route table does, with the components that the table passes to the page. */
export const renderPage = (options?: Parameters<typeof renderInPortal>[1]) =>
  renderInPortal(
    <Suspense>
      <Pages />
    </Suspense>,
    options,
  );
