import { createHash } from 'node:crypto';
import { directionOf, SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { translatorOf } from '@foyer/catalog/words/translator';
import { pages } from '@foyer/contracts/pages';
import type { Request } from 'express';
import { isRead } from './accepts-html.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const PAGE_STYLE = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center;
  font: 16px/1.5 system-ui, sans-serif; color: #1b1f3b; background: #fff; }
main { max-width: 30rem; padding: 1.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.5rem; }
a { color: inherit; font-weight: 600; }
`;

export const PROBLEM_PAGE_STYLE = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;

/**
 * Used when the application cannot render a page, for example without a database. Needs no other resources. Has a link
 * to repeat a GET, but no way to resend a form.
 */
export function problemPage(message: string, request: Request): string {
  const { language = SOURCE_LANGUAGE } = request;
  const { t, inWords } = translatorOf(language);
  const title = escapeHtml(t('http.problemPage.title', 'This isn’t right'));
  const link = isRead(request)
    ? `<a href="">${escapeHtml(t('common.tryAgain', 'Try again'))}</a>`
    : `<a href="${pages.home}">${escapeHtml(t('common.logIn', 'Log in'))}</a>`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(inWords(message))}</p>
<p>${link}</p>
</main>
</body>
</html>
`;
}
