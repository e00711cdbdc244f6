import { renderInPortal } from './test-portal.tsx';
import { Suspense } from 'react';
import { Pages } from './router.tsx';

export const renderPage = (options?: Parameters<typeof renderInPortal>[1]) =>
  renderInPortal(
    <Suspense>
      <Pages />
    </Suspense>,
    options,
  );
