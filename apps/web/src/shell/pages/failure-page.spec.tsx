import { renderInPortal } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failureVariants, type FailureVariant } from '../failure/failure-variants.ts';
import { FailurePage } from './failure-page.tsx';

describe('the failure page', () => {
  const rows: [FailureVariant, title: string, button: string][] = [
    ['FAILURE_SAML', "This isn't right", 'Log in without SSO'],
    ['FAILURE_SAML_LIMIT_REACHED', 'Unable to Provision User', 'Log in'],
    ['FAILURE_AUTH_APP', 'Unable to authorize App', 'Return to Login'],
    ['FAILURE_GENERAL', "This isn't right", 'Log in'],
    ['FAILURE_REQUEST', "This isn't right", 'Log in'],
    ['FAILURE_PAGE_NOT_FOUND', 'Oh no! This page cannot be found.', 'Back to home'],
  ];
  it.each(rows)('for %s shows "%s" and a button "%s" that links to /', (variant, title, button) => {
    renderInPortal(<FailurePage variant={variant} />);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByRole('link', { name: button }).getAttribute('href')).toBe('/');
  });

  it('is tested for every variant', () => {
    expect(rows.map(([variant]) => variant)).toEqual(Object.keys(failureVariants));
  });
});
