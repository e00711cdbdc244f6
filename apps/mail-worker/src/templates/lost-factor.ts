import type { MailContents } from '@foyer/mail/mail-kinds';
import { MAILED_CODE_MINUTES, RECOVERY_GOOD_DAYS } from '@foyer/contracts/identity/factor-recovery';
import { pages } from '@foyer/contracts/pages';
import { timeInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';
import { knownPassword, newPassword } from './second-factor.ts';

export const lostFactorCode: Template<'lost-factor-code'> = ({ firstName, code }, context) => {
  const { t } = context;
  return {
    // Subject and preview do not contain the code, because lock screens show them.
    subject: t('mails.lostFactor.codeHeading', 'Are you trying to recover your account?'),
    preview: t('mails.lostFactor.codePreview', 'Open this email for your code.'),
    heading: t('mails.lostFactor.codeHeading', 'Are you trying to recover your account?'),
    firstName,
    paragraphs: [
      t(
        'mails.lostFactor.codeIntro',
        'Someone entered your password and reported your authenticator app and recovery codes lost. If it was you, enter this code where you’re logging in:',
      ),
      code,
    ],
    notes: [
      t(
        'mails.lostFactor.codeLifetime',
        'The code is valid for {minutes, plural, one {# minute} other {# minutes}}. We never ask for it by phone or chat.',
        {
          minutes: MAILED_CODE_MINUTES,
        },
      ),
      knownPassword(context),
    ],
    why: reasonOf(context),
  };
};

export const lostFactor: Template<'lost-factor'> = (content, context) => {
  const { t, supportEmail } = context;
  const { firstName, stopToken } = content;
  const words = { ...wordsOf(content, context), firstName, why: reasonOf(context) };
  if (content.what === 'done')
    return {
      ...words,
      action: {
        label: t('mails.seeSecuritySettings', 'See your security settings'),
        url: context.link(pages.settingsSecurity),
      },
      notes: [
        t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
      ],
    };
  if (stopToken === undefined) return { ...words, notes: [unaskedRecovery(context)] };
  return {
    ...words,
    action: {
      label: t('common.stopRecovery', 'Stop recovery'),
      url: context.link(pages.stopRecovery, { stopToken }),
    },
    notes: [
      t('mails.lostFactor.stopUntil', 'You can stop it until someone logs in with just your password.'),
      unaskedRecovery(context),
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
        subject: t('mails.lostFactor.startedHeading', 'Your authenticator app was reported lost'),
        preview: t('mails.lostFactor.startedPreview', 'If you still have it, stop the recovery.'),
        heading: t('mails.lostFactor.startedHeading', 'Your authenticator app was reported lost'),
        paragraphs: [
          content.ownerOf === undefined
            ? t(
                'mails.lostFactor.startedByYou',
                'Someone with access to your password and your email reported your app and recovery codes lost.',
              )
            : t(
                'mails.lostFactor.startedByOwner',
                'The owner of your team reported that you’ve lost your app and recovery codes.',
              ),
          t(
            'mails.lostFactor.whatWillHappen',
            'After {time}, you have {days, plural, one {# day} other {# days}} to log in with just your password. That login removes the app and logs your account out everywhere else.',
            { time, days: RECOVERY_GOOD_DAYS },
          ),
          t(
            'mails.lostFactor.stopIt',
            'If you’ve lost your app and recovery codes, there’s nothing to do until then. If not, stop the recovery:',
          ),
        ],
      };
    case 'ending':
      return {
        subject: t('mails.lostFactor.soonHeading', 'Your authenticator app can soon be removed'),
        preview: t('mails.lostFactor.startedPreview', 'If you still have it, stop the recovery.'),
        heading: t('mails.lostFactor.soonHeading', 'Your authenticator app can soon be removed'),
        paragraphs: [
          t(
            'mails.lostFactor.soonIntro',
            'We emailed you that your authenticator app was reported lost. After {time}, your password alone will be enough to log in, for {days, plural, one {# day} other {# days}}.',
            { time, days: RECOVERY_GOOD_DAYS },
          ),
          t(
            'mails.lostFactor.stopIt',
            'If you’ve lost your app and recovery codes, there’s nothing to do until then. If not, stop the recovery:',
          ),
        ],
      };
    case 'stopped':
      return {
        subject: t('common.authenticatorStays', 'Your authenticator app is still active'),
        preview: t('mails.lostFactor.stoppedPreview', 'The recovery was stopped.'),
        heading: t('common.authenticatorStays', 'Your authenticator app is still active'),
        paragraphs: [
          t(
            'mails.lostFactor.stoppedIntro',
            'The recovery was stopped: with the link in our email, in your settings, or by entering a correct code.',
          ),
          t(
            'mails.lostFactor.longerWait',
            'If someone starts a recovery again in the next 7 days, the app can’t be removed until 7 days after that.',
          ),
        ],
      };
    case 'done':
      return {
        subject: t('mails.authenticatorRemoved', 'Your authenticator app was removed'),
        preview: t('mails.lostFactor.removedPreview', 'You no longer need a code to log in.'),
        heading: t('mails.authenticatorRemoved', 'Your authenticator app was removed'),
        paragraphs: [
          t(
            'mails.lostFactor.removedIntro',
            'The waiting period is over, and someone logged in with your password. You no longer need a code to log in.',
          ),
          t(
            'mails.lostFactor.removedNext',
            'You’re logged out everywhere else. Set up a new authenticator app now.',
          ),
        ],
      };
  }
}

/** Returns the note for a user who did not ask for the recovery. */
function unaskedRecovery(context: MessageContext) {
  const text = context.t(
    'mails.lostFactor.notAskedPassword',
    'If you didn’t ask for this recovery, someone may know your password. Choose a new one.',
  );
  return { text, link: newPassword(context) };
}

function reasonOf({ t }: MessageContext): string {
  return t(
    'mails.reasonAccountSafety',
    'You’re receiving this email because it’s about the security of your account.',
  );
}
