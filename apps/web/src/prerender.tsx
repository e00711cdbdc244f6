import { placeholderOf, type PageValues } from '@foyer/contracts/page-values';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Providers } from './providers.tsx';
import { Portal } from './router.tsx';
import { routes } from './routes.ts';

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
 * application takes it over (decision 66). Buttons need scripts: before-scripts.ts makes them usable.
 */
export function renderLogin(): string {
  const html = renderToString(
    <Providers pageValues={pageValues}>
      <StaticRouter location={routes.login}>
        <Portal />
      </StaticRouter>
    </Providers>,
  );
  return html.replaceAll('<button ', '<button disabled="" ');
}
