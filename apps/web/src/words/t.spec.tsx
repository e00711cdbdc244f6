import { afterEach, describe, expect, it } from '@jest/globals';
import { readCatalogue } from '@foyer/catalog/words/catalogue';
import { sourceCatalogue } from '@foyer/catalog/words/source-catalogue';
import { render } from '@testing-library/react';
import { inWords, loadWords } from './in-words.ts';
import { rich, t } from './t.ts';

afterEach(() => {
  document.documentElement.lang = '';
  loadWords(sourceCatalogue);
});

describe('a text', () => {
  it('is the English source text without its note', () => {
    expect(t('a.b', "Don't have an account?")).toBe("Don't have an account?");
    expect(t('a.b', 'Open ## verb')).toBe('Open');
    expect(t('a.b', 'Log in as {email}.', { email: "o'hara@example.test" })).toBe(
      "Log in as o'hara@example.test.",
    );
  });

  it.each([
    [1, '1 seat of 1,000'],
    [2, '2 seats of 1,000'],
  ])('has the right plural form for %s', (count, words) => {
    const text = t('a.b', '{count, plural, one {# seat} other {# seats}} of {all, number}', {
      count,
      all: 1000,
    });
    expect(text).toBe(words);
  });

  it('can contain markup, with text around and inside it', () => {
    const { container } = render(
      <p>
        {rich('a.b', 'Only <strong>{name}</strong> can pay.', {
          name: 'Olive',
          strong: (words) => <b>{words}</b>,
        })}
      </p>,
    );
    expect(container.innerHTML).toBe('<p>Only <b>Olive</b> can pay.</p>');
  });

  it('isolates the direction of typed values on a page that is read from right to left', () => {
    const text = () => t('a.b', 'Log in as {email}.', { email: '1 Main St' });
    expect(text()).toBe('Log in as 1 Main St.');
    document.documentElement.lang = 'ar';
    expect(text()).toBe('Log in as \u20681 Main St\u2069.');
    expect(t('a.b', '{kind, select, team {the team} other {the event}}', { kind: 'team' })).toBe('the team');
    const { container } = render(<p>{rich('a.b', '<b>{name}</b>', { name: 'C++', b: (words) => words })}</p>);
    expect(container.textContent).toBe('\u2068C++\u2069');
  });

  it('is in the visitor’s language, or in English if it is not translated yet', () => {
    document.documentElement.lang = 'de';
    loadWords(readCatalogue('de'));
    expect(t('common.logIn', 'Log in')).toBe('Anmelden');
    expect(inWords('Required Field')).toBe('Pflichtfeld');
    expect(t('a.b', 'Nobody wrote {what}', { what: 'this' })).toBe('Nobody wrote this');
    expect(inWords('Ada Lovelace')).toBe('Ada Lovelace');
  });

  it('has accents and brackets in the pseudo-language, which reveals untranslated texts', () => {
    loadWords(readCatalogue('en-XA'));
    expect(
      t('a.b', '{count, plural, one {# seat} other {# seats}} for {name}', { count: 2, name: 'Ada' }),
    ).toBe('[2 śēàţś ƒōŕ Ada]');
  });
});
