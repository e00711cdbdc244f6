import './http/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setCsrfToken } from './http/csrf-token.ts';
import { rememberArrival } from './navigation/arrival.ts';
import { hideLinkToken } from './identity/reset-link.ts';
import { readPageValues } from './page-values/page-values.tsx';
import { Providers } from './providers.tsx';
import { Router } from './router.tsx';
import './ui/base.css';

hideLinkToken();
const pageValues = readPageValues();
setCsrfToken(pageValues.csrfToken);
rememberArrival(window.location.search, pageValues.redirectUrl);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const portal = (
  <StrictMode>
    <Providers pageValues={pageValues}>
      <Router />
    </Providers>
  </StrictMode>
);
// Where the HTML differs from this visitor's page, React replaces it and reports an error. These errors are expected.
if (root.firstChild) hydrateRoot(root, portal, { onRecoverableError() {} });
else createRoot(root).render(portal);
if (pageValues.monitoring || pageValues.analytics)
  import('./observe/observe.ts').then(({ observe }) => observe(pageValues)).catch(() => {});
