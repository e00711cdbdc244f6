import type { MailContents } from '@foyer/mail/mail-kinds';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { timeInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';

export const lostFactorCode: Template<'lost-factor-code'> = ({ firstName, code }, context) => {
  const { t } = context;
  return {
    // Without the code, because lock screens show subjects.
    subject: t('mails.lostFactor.codeHeading', 'Have you lost your authenticator app?'),
    preview: t('mails.lostFactor.codePreview', 'Open this email for your code.'),
    heading: t('mails.lostFactor.codeHeading', 'Have you lost your authenticator app?'),
    firstName,
    paragraphs: [
      t(
        'mails.lostFactor.codeIntro',
        'Somebody logged in with your password and said that your authenticator app and your recovery codes are lost. If it was you, enter this code where you log in:',
      ),
      code,
    ],
    notes: [
      t(
        'mails.lostFactor.codeLifetime',
        'The code works for {minutes} minutes. We never ask for it by phone or in a chat.',
        {
          minutes: MAILED_CODE_MINUTES,
        },
      ),
      {
        text: t(
          'mails.notYouPasswordKnown',
          'If it was not you, somebody knows your password. Choose a new one at once.',
        ),
        link: {
          label: t('common.chooseNewPassword', 'Choose a new password'),
          url: context.link(pages.forgotPassword),
        },
      },
    ],
    why: whyOf(context),
  };
};

export const lostFactor: Template<'lost-factor'> = (content, context) => {
  const { t, supportEmail } = context;
  const { firstName, stopToken } = content;
  const words = { ...wordsOf(content, context), firstName, why: whyOf(context) };
  if (content.what === 'done')
    return {
      ...words,
      action: {
        label: t('mails.seeSecuritySettings', 'See your security settings'),
        url: context.link(pages.settingsSecurity),
      },
      notes: [
        t('mails.notYouWriteNow', 'If it was not you, write to {supportEmail} at once.', { supportEmail }),
      ],
    };
  const newPassword = {
    text: t(
      'mails.lostFactor.notYouPassword',
      'If it was not you, somebody may know your password. Choose a new one.',
    ),
    link: {
      label: t('common.chooseNewPassword', 'Choose a new password'),
      url: context.link(pages.forgotPassword),
    },
  };
  if (stopToken === undefined) return { ...words, notes: [newPassword] };
  return {
    ...words,
    action: {
      label: t('common.stopRecovery', 'Stop it'),
      url: context.link(pages.stopRecovery, { stopToken }),
    },
    notes: [
      t(
        'mails.lostFactor.stopUntil',
        'You can stop it until then, and after {time} as long as nobody has logged in.',
        {
          time: timeInWords(content.endsAt, context),
        },
      ),
      newPassword,
    ],
  };
};

type Words = Pick<Message, 'subject' | 'preview' | 'heading' | 'paragraphs'>;

function wordsOf(content: MailContents['lost-factor'], context: MessageContext): Words {
  const { t } = context;
  const time = timeInWords(content.endsAt, context);
  switch (content.what) {
    case 'begun':
      return {
        subject: t('mails.lostFactor.startedHeading', 'Your authenticator app will be removed'),
        preview: t('mails.lostFactor.startedPreview', 'If you did not ask for it, stop it.'),
        heading: t('mails.lostFactor.startedHeading', 'Your authenticator app will be removed'),
        paragraphs: [
          content.ownerOf === undefined
            ? t(
                'mails.lostFactor.startedByYou',
                'Somebody with your password and your email said that your app and your recovery codes are lost.',
              )
            : t(
                'mails.lostFactor.startedByOwner',
                'The owner of {team} said that you have lost your app and your recovery codes.',
                {
                  team: cleanName(content.ownerOf, t('mails.yourTeam', 'your team')),
                },
              ),
          t(
            'mails.lostFactor.whatWillHappen',
            'From {time} on your password alone opens your account: the next login with it removes the app, and logs everybody else out.',
            { time },
          ),
          t(
            'mails.lostFactor.stopIt',
            'If it was you, there is nothing to do until then. If it was not you, stop it:',
          ),
        ],
      };
    case 'ending':
      return {
        subject: t('mails.lostFactor.soonHeading', 'Your authenticator app will soon be removed'),
        preview: t('mails.lostFactor.startedPreview', 'If you did not ask for it, stop it.'),
        heading: t('mails.lostFactor.soonHeading', 'Your authenticator app will soon be removed'),
        paragraphs: [
          t(
            'mails.lostFactor.soonIntro',
            'We wrote to you that your app is said to be lost. From {time} on your password alone opens your account.',
            { time },
          ),
          t(
            'mails.lostFactor.stopIt',
            'If it was you, there is nothing to do until then. If it was not you, stop it:',
          ),
        ],
      };
    case 'stopped':
      return {
        subject: t('common.authenticatorStays', 'Your authenticator app stays'),
        preview: t('mails.lostFactor.stoppedPreview', 'Its removal was stopped.'),
        heading: t('common.authenticatorStays', 'Your authenticator app stays'),
        paragraphs: [
          t(
            'mails.lostFactor.stoppedIntro',
            'Its removal was stopped: with the link of our email, in your settings, or because a code of yours was right.',
          ),
          t('mails.lostFactor.longerWait', 'Whoever begins it again within 7 days waits for 7 days.'),
        ],
      };
    case 'done':
      return {
        subject: t('mails.authenticatorRemoved', 'Your authenticator app was removed'),
        preview: t('mails.lostFactor.removedPreview', 'Your login no longer asks for a code.'),
        heading: t('mails.authenticatorRemoved', 'Your authenticator app was removed'),
        paragraphs: [
          t(
            'mails.lostFactor.removedIntro',
            'The wait after it was lost is over, and somebody logged in with your password. Your login no longer asks for a code.',
          ),
          t('mails.lostFactor.removedNext', 'Everybody else was logged out. Set up a new app now.'),
        ],
      };
  }
}

function whyOf({ t }: MessageContext): string {
  return t('mails.reasonAccountSafety', 'You get this email because it is about the safety of your account.');
}
