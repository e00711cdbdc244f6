import { ADDRESS_LINK_HOURS } from '@foyer/contracts/account/address-change';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const confirmAddress: Template<'confirm-address'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.confirmAddress.subject', 'Confirm your new email for {productName}', { productName }),
    preview: t('mails.confirmAddress.preview', 'Your email changes when you confirm it.'),
    heading: t('common.confirmNewEmail', 'Confirm your new email'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.confirmAddress.intro',
        'You asked to use this address for your account. Nothing changes until you confirm it here:',
      ),
    ],
    action: {
      label: t('mails.confirmAddress.confirm', 'Confirm this email'),
      url: context.link(pages.confirmAddress, { token: content.token }),
    },
    notes: [
      t(
        'mails.confirmAddress.linkLifetime',
        'This link works once, for {hours, plural, one {# hour} other {# hours}}, and only if you are logged in.',
        {
          hours: ADDRESS_LINK_HOURS,
        },
      ),
      t(
        'mails.confirmAddress.notYou',
        'If you did not ask, ignore this email: without you nobody can use your address.',
      ),
    ],
    why: t(
      'mails.confirmAddress.reason',
      'You get this email because somebody entered this address as the new one of their account.',
    ),
  };
};
