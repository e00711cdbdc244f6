import { afterEach, describe, expect, it } from '@jest/globals';
import { BillingTerms } from '../billing-terms.tsx';
import { renderInPortal } from '../../test-portal.tsx';
import { TermsText } from '../../fields/terms-text.tsx';

const GOVERNS = /the English text governs/;

afterEach(() => {
  document.documentElement.lang = '';
});

describe('the texts of a consent', () => {
  it.each([
    ['de', true],
    ['ar', true],
    ['en', false],
    ['', false],
  ])('say in the language %j that the English text governs: %s', (language, isSaid) => {
    document.documentElement.lang = language;
    const { container } = renderInPortal(
      <>
        <p>
          <TermsText />
        </p>
        <BillingTerms isChecked={false} onChange={() => undefined} error={undefined} />
      </>,
    );
    const said = [...container.querySelectorAll('p')].filter(({ textContent }) => GOVERNS.test(textContent));
    expect(said).toHaveLength(isSaid ? 2 : 0);
  });
});
