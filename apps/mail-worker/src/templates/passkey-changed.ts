import { pages } from '@foyer/contracts/pages';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { cleanName } from '../clean-name.ts';
import { browserInWords, timeInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';
import { addedByCompany } from './second-factor.ts';

type Words = Pick<Message, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'why'>;

export const passkeyChanged: Template<'passkey-changed'> = (content, context) => {
  const { t, supportEmail } = context;
  return {
    ...wordsOf(content, context),
    firstName: content.firstName,
    action: { label: t('mails.seePasskeys', 'See your passkeys'), url: context.link(pages.settingsSecurity) },
    notes: [
      {
        text:
          content.what === 'copied'
            ? t(
                'mails.passkeyChanged.notYouCopied',
                'If you didn’t log in with it then, remove it and choose a new password right away, which logs out all devices. Then contact {supportEmail}.',
                { supportEmail },
              )
            : t(
                'mails.passkeyChanged.notYou',
                'If it wasn’t you, choose a new password right away, which logs out all devices. Then remove each passkey you don’t recognize, and contact {supportEmail}.',
                { supportEmail },
              ),
        link: {
          label: t('common.chooseNewPassword', 'Choose a new password'),
          url: context.link(pages.forgotPassword),
        },
      },
    ],
  };
};

function wordsOf(
  { what, name, at, byCompany, ...browser }: MailContents['passkey-changed'],
  context: MessageContext,
): Words {
  const { t, productName } = context;
  const passkey = { name: cleanName(name) };
  const facts = {
    list: [
      t('mails.passkeyChanged.time', 'Time: {time}', { time: timeInWords(at, context) }),
      t('mails.passkeyChanged.device', 'Device: {device}', { device: browserInWords(browser, t) }),
    ],
  };
  if (what === 'added')
    return {
      subject: t('mails.passkeyChanged.addedSubject', 'A passkey was added to your {productName} account', {
        productName,
      }),
      preview: t('mails.wasItYou', 'Was it you?'),
      heading: t('mails.passkeyChanged.addedHeading', 'A passkey was added'),
      paragraphs: [
        t(
          'mails.passkeyChanged.addedIntro',
          '“{name}” can now be used to log in to your account without a password.',
          passkey,
        ),
        facts,
        ...(byCompany ? [addedByCompany(context)] : []),
        t(
          'mails.passkeyChanged.itWasYou',
          'If it was you, there’s nothing to do. You can see your passkeys here:',
        ),
      ],
      why: t(
        'mails.passkeyChanged.addedReason',
        'You’re receiving this email because a passkey was added to your account.',
      ),
    };
  if (what === 'removed')
    return {
      subject: t(
        'mails.passkeyChanged.removedSubject',
        'A passkey was removed from your {productName} account',
        { productName },
      ),
      preview: t('mails.passkeyChanged.removedPreview', 'It can no longer be used to log in.'),
      heading: t('mails.passkeyChanged.removedHeading', 'A passkey was removed'),
      paragraphs: [
        t(
          'mails.passkeyChanged.removedIntro',
          '“{name}” can no longer be used to log in to your account.',
          passkey,
        ),
        facts,
        t(
          'mails.passkeyChanged.itWasYou',
          'If it was you, there’s nothing to do. You can see your passkeys here:',
        ),
      ],
      why: t(
        'mails.passkeyChanged.removedReason',
        'You’re receiving this email because a passkey was removed from your account.',
      ),
    };
  return {
    subject: t(
      'mails.passkeyChanged.copiedSubject',
      'A passkey for your {productName} account may have been copied',
      { productName },
    ),
    preview: t('mails.passkeyChanged.copiedPreview', 'Check your passkeys.'),
    heading: t('mails.passkeyChanged.subject', 'A passkey may have been copied'),
    paragraphs: [
      t(
        'mails.passkeyChanged.usedAsTwoPasskeys',
        '“{name}” may have been copied: its usage counter didn’t match when it was last used. Resetting a security key can also cause this.',
        passkey,
      ),
      facts,
      t(
        'mails.passkeyChanged.advice',
        'If you’re not sure, remove it and add a new one. You can see your passkeys here:',
      ),
    ],
    why: t(
      'mails.passkeyChanged.whyYouGetThis',
      'You’re receiving this email because a passkey for your account may have been copied.',
    ),
  };
}
