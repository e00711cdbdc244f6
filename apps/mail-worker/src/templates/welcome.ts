import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const welcome: Template<'welcome'> = (content, context) => {
  const { t, productName } = context;
  const name = cleanName(content.firstName);
  return {
    subject: t('mails.welcome.subject', 'Welcome to {productName}', { productName }),
    preview: t('mails.welcome.preview', 'Your account is ready.'),
    heading: name
      ? t('mails.welcome.title', 'Welcome, {name}!', { name })
      : t('mails.welcome.titleUnnamed', 'Welcome!'),
    paragraphs: [
      t('mails.welcome.body', 'Your account is ready. Create your first event and start placing tables.'),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [],
    why: t(
      'mails.welcome.whyYouGetThis',
      'You’re receiving this email because you created an account with this email address.',
    ),
  };
};
