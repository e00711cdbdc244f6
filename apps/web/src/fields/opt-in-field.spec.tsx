import { renderInPortal } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { countries } from '@foyer/catalog/countries';
import { screen } from '@testing-library/react';
import { isOptInAsked, OptInField } from './opt-in-field.tsx';

describe('the opt-in field', () => {
  it('is shown in every country except nine', () => {
    const silent = countries.filter(({ code }) => !isOptInAsked(code)).map(({ code }) => code);
    expect(silent.sort()).toEqual(['BE', 'FI', 'FR', 'GB', 'HU', 'IE', 'PL', 'SE', 'US']);
  });

  it('is not shown before a country is chosen', () => {
    renderInPortal(<OptInField countryCode="" isChecked={false} onChange={() => {}} />);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('names the sender’s postal address only in Canada', () => {
    const asked = countries.filter(({ code }) => isOptInAsked(code));
    renderInPortal(
      asked.map(({ code }) => (
        <OptInField key={code} countryCode={code} isChecked={false} onChange={() => {}} />
      )),
    );
    const texts = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(texts).toHaveLength(asked.length);
    for (const text of texts)
      expect(text).toMatch(
        /^Yes, email me news, tips and offers from Foyer\. I can unsubscribe at any time\./,
      );
    const named = asked.filter((_, index) => /\nSender: Foyer, ./.test(texts[index] ?? ''));
    expect(named.map(({ code }) => code)).toEqual(['CA']);
  });
});
