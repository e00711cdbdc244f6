import { ADDRESS_LINK_HOURS } from '@foyer/contracts/account/address-change';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const confirmAddress: Template<'confirm-address'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.confirmAddress.subject', 'Confirm your new email address for {productName}', {
      productName,
    }),
    preview: t('mails.confirmAddress.preview', 'Your email address changes when you confirm it.'),
    heading: t('common.confirmNewEmail', 'Confirm your new email address'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.confirmAddress.intro',
        'You asked to use this email address for your account. Nothing changes until you confirm it here:',
      ),
    ],
    action: {
      label: t('mails.confirmAddress.confirm', 'Confirm this email address'),
      url: context.link(pages.confirmAddress, { token: content.token }),
    },
    notes: [
      t(
        'mails.confirmAddress.linkLifetime',
        'This link works once, for {hours, plural, one {# hour} other {# hours}}, and only while you’re logged in.',
        {
          hours: ADDRESS_LINK_HOURS,
        },
      ),
      t(
        'mails.confirmAddress.notYou',
        'If you didn’t ask for this, ignore this email. Your email address isn’t used unless you confirm it.',
      ),
    ],
    why: t(
      'mails.confirmAddress.reason',
      'You’re receiving this email because someone entered this as the new email address of their account.',
    ),
  };
};
