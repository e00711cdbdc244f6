import { placeholderOf, type PageValues } from '@foyer/contracts/page-values';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { LoginPage } from './pages/login-page.tsx';
import { Providers } from './providers.tsx';
import { routes } from './routes.ts';
import { Shell } from './shell/shell.tsx';

/** Only the server knows the values that show; the others are those of a visitor who is not logged in. */
const pageValues: PageValues = {
  csrfToken: '',
  stripePublishableKey: '',
  homeUrl: '',
  earthPortalUrl: '',
  userEmail: '',
  redirectUrl: '',
  appName: '',
  productName: placeholderOf('productName'),
  postalAddress: '',
  support: { email: '', phone: '' },
  links: {
    productTerms: placeholderOf('productTerms'),
    websiteTerms: placeholderOf('websiteTerms'),
    privacy: placeholderOf('privacy'),
    marketing: placeholderOf('marketing'),
  },
};

/**
 * HTML of the log-in screen as a visitor sees it who is not logged in, with placeholders for page values; the
 * application replaces it. Nothing in it can be used, lest what is typed be lost: `inert` tells browsers so, the other
 * two attributes tell programs that do not know `inert`, and sent by such a one the form does nothing, as
 * `method="dialog"` outside of a dialog (WHATWG HTML 4.10.21.3). Without JavaScript it stays hidden.
 */
export function renderLogin(): string {
  const html = renderToStaticMarkup(
    <div inert aria-hidden="true" aria-disabled="true">
      <noscript>
        <style nonce="__CSP_NONCE__">{'#root { display: none; }'}</style>
      </noscript>
      <Providers pageValues={pageValues}>
        <StaticRouter location={routes.login}>
          <Shell>
            <LoginPage />
          </Shell>
        </StaticRouter>
      </Providers>
    </div>,
  );
  return html.replaceAll('<form ', '<form method="dialog" ');
}
