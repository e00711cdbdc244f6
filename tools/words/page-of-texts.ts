import { directionOf } from '@foyer/catalog/languages';
import { entriesOf } from '@foyer/catalog/words/catalogue';
import { translatedLanguages } from './catalogues.ts';
import type { SourceText } from './source-texts.ts';

export function pageOfTexts(texts: readonly SourceText[]): string {
  const catalogues = translatedLanguages.map(
    (language) => [language, new Map(entriesOf(language).map((entry) => [entry.id, entry]))] as const,
  );
  const rows = texts.map(({ id, text, kinds, notes, places }) => {
    const about = [id, kinds.join(', '), ...notes, ...places].map(escaped).join('<br>');
    const cells = catalogues.map(([language, entries]) => {
      const { state = 'missing', translation = '' } = entries.get(id) ?? {};
      return `<td lang="${language}" dir="${directionOf(language)}" class="${state}">${escaped(translation)}</td>`;
    });
    return `<tr><th><small>${about}</small></th><td>${escaped(text)}</td>${cells.join('')}</tr>`;
  });
  const heads = ['', 'en', ...translatedLanguages].map((language) => `<th>${language}</th>`);
  return `<!doctype html><meta charset="utf-8"><title>Texts</title><style>${STYLE}</style>
<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const STYLE = `body { font: 14px sans-serif } table { border-collapse: collapse }
th, td { border: 1px solid #ccc; padding: 4px; vertical-align: top; text-align: start; min-width: 160px }
thead th { position: sticky; top: 0; background: #fff } .outdated { background: #fec } .missing { background: #fcc }`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
