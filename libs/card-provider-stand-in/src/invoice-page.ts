/** The hosted invoice page and its PDF. */
import type { ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import type { Provider } from './provider.ts';

/** `/i/<invoice>` and `/i/<invoice>/pdf`. */
export function answerInvoicePage(provider: Provider, response: ServerResponse, path: string): void {
  const [, , id = '', kind] = path.split('/');
  const invoice = provider.store.invoices.get(id);
  if (!invoice) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such invoice.');
  } else if (kind === 'pdf') {
    const disposition = `attachment; filename="${invoice.number ?? invoice.id}.pdf"`;
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': disposition });
    response.end(pdfOf(linesOf(invoice)));
  } else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(pageOf(invoice));
  }
}

function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function linesOf(invoice: Stripe.Invoice): string[] {
  const tax = invoice.total - invoice.subtotal;
  return [
    `Invoice ${invoice.number ?? invoice.id}`,
    `Date: ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}`,
    `Bill to: ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`,
    ...(invoice.custom_fields ?? []).map(({ name, value }) => `${name}: ${value}`),
    ...(invoice.customer_tax_ids ?? []).map(({ type, value }) => `Tax ID (${type}): ${value ?? ''}`),
    ...invoice.lines.data.map((line) => `${line.description ?? ''}: ${money(line.amount)}`),
    `Tax: ${money(tax)}`,
    `Total: ${money(invoice.total)}`,
    `Status: ${invoice.status ?? ''}`,
  ];
}

function pageOf(invoice: Stripe.Invoice): string {
  const [title = '', ...lines] = linesOf(invoice).map(escapeHtml);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>This page stands in for the card provider's invoice page.</p>
      <ul>
        ${lines.map((line) => `<li>${line}</li>`).join('\n        ')}
      </ul>
      <p><a href="/i/${invoice.id}/pdf">Download as PDF</a></p>
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A minimal PDF with lines of text. */
function pdfOf(lines: string[]): Buffer {
  const escaped = lines.map((line) =>
    line.replace(/[^\x20-\x7e]/g, (character) => (character === '×' ? 'x' : '?')).replace(/[\\()]/g, '\\$&'),
  );
  const drawing = `BT /F1 14 Tf 60 780 Td 24 TL ${escaped.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${offset} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
