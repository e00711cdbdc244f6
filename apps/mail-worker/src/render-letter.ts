import type { Letter, LetterContext } from './letter.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** The plain text of a letter. */
export function renderText(letter: Letter, context: LetterContext): string {
  return [
    letter.heading,
    ...letter.paragraphs,
    ...(letter.rows ? [letter.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(letter.action ? [`${letter.action.label}:\n${letter.action.url}`] : []),
    ...(letter.items ?? []).map(({ text, action }) => `${text}\n${action.label}:\n${action.url}`),
    ...letter.notes,
    `Questions? Write to ${context.supportEmail}.\n${context.productName}`,
  ].join('\n\n');
}

/** The HTML of a letter: tables and inline styles, because that is what mail programs read. */
export function renderHtml(letter: Letter, context: LetterContext): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1d2433">${escape(text)}</p>`;
  const note = (text: string) =>
    `<p style="margin:0 0 8px;font-size:14px;line-height:20px;color:#5a6478">${escape(text)}</p>`;
  const action = letter.action
    ? `<p style="margin:24px 0"><a href="${escape(letter.action.url)}" style="display:inline-block;padding:14px 28px;background:#2b4acb;color:#ffffff;border-radius:8px;font-size:16px;font-weight:600;text-decoration:none">${escape(letter.action.label)}</a></p>` +
      `<p style="margin:0 0 24px;font-size:14px;line-height:20px;color:#5a6478">If the button does not work, copy this address into your browser:<br><a href="${escape(letter.action.url)}" style="color:#2b4acb;word-break:break-all">${escape(letter.action.url)}</a></p>`
    : '';
  const items = (letter.items ?? []).map(
    ({ text, action: { label, url } }) =>
      `<div style="margin:0 0 16px;padding:16px 20px;border:1px solid #d9dfec;border-radius:8px"><p style="margin:0 0 8px;font-size:16px;line-height:24px;color:#1d2433">${escape(text)}</p>` +
      `<p style="margin:0;font-size:16px;line-height:24px"><a href="${escape(url)}" style="color:#2b4acb;font-weight:600">${escape(label)}</a></p></div>`,
  );
  const cellStyle = 'padding:8px 0;border-top:1px solid #d9dfec;font-size:16px;line-height:24px';
  const row = ({ label, value }: { label: string; value: string }) =>
    `<tr><th scope="row" style="${cellStyle};color:#5a6478;font-weight:400;text-align:left">${escape(label)}</th>` +
    `<td style="${cellStyle};color:#1d2433;text-align:right">${escape(value)}</td></tr>`;
  const rows = letter.rows
    ? `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse">${letter.rows.map(row).join('')}</table>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escape(letter.subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f6fb;font-family:Rubik,'Segoe UI',Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escape(letter.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:40px">
<p style="margin:0 0 24px;font-size:16px;font-weight:700;color:#2b4acb">${escape(context.productName)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:32px;color:#1d2433">${escape(letter.heading)}</h1>
${letter.paragraphs.map(paragraph).join('\n')}
${rows}${action}${items.join('\n')}
${letter.notes.map(note).join('\n')}
</td></tr></table>
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#5a6478">Questions? Write to <a href="mailto:${escape(context.supportEmail)}" style="color:#5a6478">${escape(context.supportEmail)}</a>.</p>
</td></tr></table>
</body>
</html>
`;
}
