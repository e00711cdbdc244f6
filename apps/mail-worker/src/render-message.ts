import { readFileSync } from 'node:fs';
import { directionOf } from '@foyer/catalog/languages';
import mustache from 'mustache';
import { cleanName } from './clean-name.ts';
import type { Action, List, Message, MessageContext, Passage } from './message.ts';

const layout = readFileSync(new URL('layout/mail.mustache', import.meta.url), 'utf8');
mustache.parse(layout);

/** The logo is attached, because fetching it would reveal that the mail was read. */
export const MARK = readFileSync(new URL('layout/mark.png', import.meta.url));
export const MARK_ID = 'mark@portal';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** The line `-- ` begins a signature (RFC 3676, 4.3). */
export function renderText(message: Message, context: MessageContext): string {
  const button = ({ label, url }: Action) => `${label}:\n${url}`;
  return [
    message.heading,
    ...greetingOf(message, context),
    ...message.paragraphs.map(textOf),
    ...(message.rows ? [message.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(message.action ? [button(message.action)] : []),
    ...(message.items ?? []).map(({ text, action }) => `${text}\n${button(action)}`),
    ...message.notes.map(textOf),
    `-- \n${context.productName}\n${message.why}\n${questions(context)}`,
  ].join('\n\n');
}

export function renderHtml(message: Message, context: MessageContext): string {
  const { rows = [], items = [], action = false } = message;
  const { language, supportEmail } = context;
  const direction = directionOf(language);
  const [beforeAddress, afterAddress] = questions(context).split(supportEmail);
  const view = {
    subject: message.subject,
    preview: message.preview,
    heading: message.heading,
    productName: context.productName,
    supportEmail,
    why: message.why,
    paragraphs: [...greetingOf(message, context), ...message.paragraphs].map(viewOf),
    notes: message.notes.map(viewOf),
    language,
    direction,
    beforeAddress,
    afterAddress,
    ...(direction === 'ltr' ? { start: 'left', end: 'right' } : { start: 'right', end: 'left' }),
    buttonHelp: context.t(
      'mails.layout.copyLink',
      'If the button doesn’t work, copy this link into your browser:',
    ),
    action,
    rows,
    items,
    hasRows: rows.length > 0,
    hasItems: items.length > 0,
  };
  return mustache.render(layout, view, {}, { escape });
}

const questions = ({ t, supportEmail }: MessageContext) =>
  t('mails.layout.questions', 'Questions? Email us at {address}.', { address: supportEmail });

function greetingOf({ firstName }: Message, { t }: MessageContext): string[] {
  if (firstName === undefined) return [];
  const name = cleanName(firstName);
  return [
    name === ''
      ? t('mails.layout.greeting', 'Hello,')
      : t('mails.layout.greetingNamed', 'Hello {name},', { name }),
  ];
}

function textOf(passage: Passage | List): string {
  if (typeof passage === 'string') return passage;
  if ('list' in passage) return passage.list.map((line) => `- ${line}`).join('\n');
  const { text, link } = passage;
  return `${text} ${link.label}: ${link.url}`;
}

function viewOf(passage: Passage | List) {
  if (typeof passage === 'string') return { text: passage, link: false, list: [] };
  if ('list' in passage) return { text: false, link: false, list: passage.list };
  return { ...passage, list: [] };
}
