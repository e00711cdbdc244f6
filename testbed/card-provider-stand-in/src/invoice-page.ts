/** The hosted invoice page, on which any card can pay, and the invoice's PDF. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { readBody } from './api-call.ts';
import { attempt, authenticate } from './collect.ts';
import { parseForm, textOf, type Params } from './form.ts';
import { intentOfInvoice } from './invoice-payments.ts';
import { createPaymentMethod } from './payment-methods.ts';
import type { Provider } from './provider.ts';
import { StripeError } from './stripe-error.ts';

/** Serves `/i/<invoice>` and `/i/<invoice>/pdf`. The page posts its form to itself. */
export async function answerInvoicePage(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const [, , id = '', kind] = path.split('/');
  const invoice = provider.store.invoices.get(id);
  if (!invoice) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such invoice.');
  } else if (kind === 'pdf') {
    const disposition = `attachment; filename="${invoice.number ?? invoice.id}.pdf"`;
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': disposition });
    response.end(pdfOf(linesOf(invoice)));
  } else {
    const error =
      request.method === 'POST' ? pay(provider, invoice, parseForm(await readBody(request))) : undefined;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(pageOf(provider, invoice, error));
  }
}

function pay(provider: Provider, invoice: Stripe.Invoice, form: Params): string | undefined {
  const intent = intentOfInvoice(provider, invoice.id);
  if (!intent || !isPayable(invoice)) return undefined;
  const outcome = textOf(form, 'outcome');
  try {
    if (outcome) authenticate(provider, intent, outcome === 'passed');
    else payByCard(provider, intent, form);
  } catch (error) {
    if (error instanceof StripeError) return error.message;
    throw error;
  }
  return intent.last_payment_error?.message;
}

function payByCard(provider: Provider, intent: Stripe.PaymentIntent, form: Params): void {
  const [month = '', year = ''] = (textOf(form, 'expiry') ?? '').split('/').map((part) => part.trim());
  const card = {
    number: textOf(form, 'number') ?? '',
    exp_month: month,
    exp_year: year,
    cvc: textOf(form, 'cvc') ?? '',
  };
  const method = createPaymentMethod(provider, { type: 'card', card });
  attempt(provider, intent, method.id, { isOffSession: false });
}

function isPayable({ status }: Stripe.Invoice): boolean {
  return status === 'open' || status === 'uncollectible';
}

function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function linesOf(invoice: Stripe.Invoice): string[] {
  const sum = (amounts: { amount: number }[] | null): number =>
    (amounts ?? []).reduce((total, { amount }) => total + amount, 0);
  const balance = invoice.amount_due - invoice.total;
  return [
    `Invoice ${invoice.number ?? invoice.id}`,
    `Date: ${new Date(invoice.created * 1000).toISOString().slice(0, 10)}`,
    `Bill to: ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`,
    ...(invoice.custom_fields ?? []).map(({ name, value }) => `${name}: ${value}`),
    ...(invoice.customer_tax_ids ?? []).map(({ type, value }) => `Tax ID (${type}): ${value ?? ''}`),
    ...invoice.lines.data.map((line) => `${line.description ?? ''}: ${money(line.amount)}`),
    `Discount: ${money(sum(invoice.total_discount_amounts))}`,
    `Tax: ${money(sum(invoice.total_taxes))}`,
    `Total: ${money(invoice.total)}`,
    `Applied balance: ${money(balance)}`,
    `Amount due: ${money(invoice.amount_due)}`,
    `Status: ${invoice.status ?? ''}`,
  ];
}

function pageOf(provider: Provider, invoice: Stripe.Invoice, error: string | undefined): string {
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
      ${error ? `<p role="alert">${escapeHtml(error)}</p>` : ''}
      ${formOf(provider, invoice)}
      <p><a href="/i/${invoice.id}/pdf">Download as PDF</a></p>
    </main>
  </body>
</html>
`;
}

function formOf(provider: Provider, invoice: Stripe.Invoice): string {
  if (!isPayable(invoice)) return '';
  const field = (name: string, label: string): string =>
    `<label>${label} <input name="${name}" autocomplete="off" required /></label>`;
  const button = (outcome: string, label: string): string =>
    `<button name="outcome" value="${outcome}">${label}</button>`;
  const isAsked = intentOfInvoice(provider, invoice.id)?.status === 'requires_action';
  const parts = isAsked
    ? [
        '<p>Your bank asks you to confirm this payment.</p>',
        button('passed', 'Confirm'),
        button('failed', 'Refuse'),
      ]
    : [
        field('number', 'Card number'),
        field('expiry', 'Expiry (MM/YY)'),
        field('cvc', 'CVC'),
        `<button>Pay ${money(invoice.amount_remaining)}</button>`,
      ];
  return `<form method="post" action="/i/${invoice.id}">${parts.join(' ')}</form>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

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
