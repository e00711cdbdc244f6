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
        text: t(
          'mails.passkeyChanged.notYou',
          'If it was not you, choose a new password at once, which logs everybody out. Then remove each passkey that you do not know, and write to {supportEmail}.',
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
  const facts = {
    // Passkey names are user input.
    name: cleanName(name, t('mails.unnamedPasskey', 'Passkey')),
    time: timeInWords(at, context),
    device: browserInWords(browser, t),
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
          '“{name}” can now sign in to your account without a password. It was added on {time} with {device}.',
          facts,
        ),
        ...(byCompany ? [addedByCompany(context)] : []),
        t(
          'mails.passkeyChanged.itWasYou',
          'If it was you, there is nothing to do. Here you see your passkeys:',
        ),
      ],
      why: t(
        'mails.passkeyChanged.addedReason',
        'You get this email because a passkey was added to your account.',
      ),
    };
  if (what === 'removed')
    return {
      subject: t(
        'mails.passkeyChanged.removedSubject',
        'A passkey was removed from your {productName} account',
        { productName },
      ),
      preview: t('mails.passkeyChanged.removedPreview', 'It no longer signs in to your account.'),
      heading: t('mails.passkeyChanged.removedHeading', 'A passkey was removed'),
      paragraphs: [
        t(
          'mails.passkeyChanged.removedIntro',
          '“{name}” no longer signs in to your account. It was removed on {time} with {device}.',
          facts,
        ),
        t(
          'mails.passkeyChanged.itWasYou',
          'If it was you, there is nothing to do. Here you see your passkeys:',
        ),
      ],
      why: t(
        'mails.passkeyChanged.removedReason',
        'You get this email because a passkey was removed from your account.',
      ),
    };
  return {
    subject: t(
      'mails.passkeyChanged.copiedSubject',
      'A passkey of your {productName} account may have been copied',
      { productName },
    ),
    preview: t('mails.passkeyChanged.copiedPreview', 'Have a look at your passkeys.'),
    heading: t('mails.passkeyChanged.subject', 'A passkey may have been copied'),
    paragraphs: [
      t(
        'mails.passkeyChanged.usedAsTwoPasskeys',
        '“{name}” was used on {time} with {device}, and counted its uses in a way that it would if there were two of it. This also happens when a security key is reset.',
        facts,
      ),
      t(
        'mails.passkeyChanged.advice',
        'If you are not sure, remove it and make a new one. Here you see your passkeys:',
      ),
    ],
    why: t(
      'mails.passkeyChanged.whyYouGetThis',
      'You get this email because of how a passkey of your account was used.',
    ),
  };
}
