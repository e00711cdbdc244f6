import { fakeServer, renderInPortal } from '../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { choosePlan } from '../navigation/plan-choice.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Shell } from './shell.tsx';

function Page({ title, to }: { title: string; to: string }) {
  useDocumentTitle(title);
  return (
    <div>
      <PageHeading>{title}</PageHeading>
      <TextLink to={to}>Go on</TextLink>
    </div>
  );
}

function show(at: string) {
  fakeServer({});
  return renderInPortal(
    <Shell>
      <Routes>
        <Route path="/signup" element={<Page key="1" title="First" to="/success" />} />
        <Route path="*" element={<Page key="2" title="Second" to="/signup" />} />
      </Routes>
    </Shell>,
    { at },
  );
}

describe('the shell', () => {
  beforeEach(() => choosePlan('pro'));

  it('has a logo that links to the home page, the plan and the footer', () => {
    show('/signup');
    expect(screen.getByRole('link', { name: 'Foyer' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('region', { name: 'Your plan' }).textContent).toContain('$199 per month');
    expect(screen.getByRole('contentinfo')).toBeTruthy();
  });

  it('has neither plan nor footer on /success', () => {
    show('/success');
    expect(screen.queryByRole('region', { name: 'Your plan' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  it('sets and announces the title of a new page, and moves the focus to its heading', async () => {
    const { user } = show('/signup');
    expect(document.title).toBe('First – Foyer');
    await user.click(screen.getByRole('link', { name: 'Go on' }));
    expect(document.title).toBe('Second – Foyer');
    expect(document.querySelector('[aria-live]')?.textContent).toBe('Second – Foyer');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second' }));
  });

  it('lets keyboard users skip to the content', async () => {
    const { user } = show('/signup');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'First' }));
  });

  it('opens and closes the dialog for help and support, and restores the focus', async () => {
    const { user } = show('/signup');
    const opener = screen.getByRole('button', { name: 'Help and support' });
    await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Help and support' });
    expect(dialog.textContent).toContain('help@foyer.test');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

describe('the shell on mobile', () => {
  it('shows the plan below a banner that expands', async () => {
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = (media) => ({ ...wide(media), matches: true });
    const { user } = show('/signup');
    const line = screen.getByRole('button', { name: /PRO.*\$199 per month/ });
    expect(line.getAttribute('aria-expanded')).toBe('false');
    await user.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    globalThis.matchMedia = wide;
  });
});
