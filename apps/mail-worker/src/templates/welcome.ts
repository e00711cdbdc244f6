import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const welcome: Template<'welcome'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('Welcome to {productName}', { productName }),
    preview: t('Your account is ready.'),
    heading: t('Welcome, {name}!', { name: cleanName(content.firstName, t('friend')) }),
    paragraphs: [t('Your account is ready. Make your first event and start placing tables.')],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [],
    why: t('You get this email because you created an account with this address.'),
  };
};
