import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { timeInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';

export const secondFactorAdded: Template<'second-factor-added'> = ({ firstName, byCompany }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.addedSubject', 'Your login now asks for a code'),
    preview: t('mails.secondFactor.addedPreview', 'An authenticator app was added to your account.'),
    heading: t('mails.secondFactor.appAddedSubject', 'An authenticator app was added'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.addedExplanation',
        'From now on your account asks for your password and for a code of your authenticator app.',
      ),
      ...(byCompany ? [addedByCompany(context)] : []),
      t(
        'mails.secondFactor.keepRecoveryCodes',
        'Keep your recovery codes where you find them without your phone.',
      ),
    ],
    ...ofSecurity(context),
  };
};

export const secondFactorRemoved: Template<'second-factor-removed'> = ({ firstName }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.turnedOffSubject', 'Your login no longer asks for a code'),
    preview: t('mails.secondFactor.removedPreview', 'The authenticator app was removed from your account.'),
    heading: t('mails.authenticatorRemoved', 'Your authenticator app was removed'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.removedExplanation',
        'Your password alone opens your account again. The recovery codes are worth nothing now.',
      ),
    ],
    ...ofSecurity(context),
  };
};

export const recoveryCodesMade: Template<'recovery-codes-made'> = ({ firstName }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.newCodesTitle', 'You have new recovery codes'),
    preview: t('mails.secondFactor.newCodesPreview', 'The ones of before are worth nothing now.'),
    heading: t('mails.secondFactor.newCodesSubject', 'New recovery codes were made'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.newCodesBody',
        'Ten new recovery codes were made for your account. All of before are worth nothing now.',
      ),
    ],
    ...ofSecurity(context),
  };
};

export const recoveryCodeUsed: Template<'recovery-code-used'> = ({ firstName, codesLeft }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.codeUsedSubject', 'One of your recovery codes was used'),
    preview: t('mails.wasItYou', 'Was it you?'),
    heading: t('mails.secondFactor.codeUsedTitle', 'A recovery code was used'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.codeUsedBody',
        'Somebody, probably you, used a recovery code of your account in place of the authenticator app.',
      ),
      t(
        'mails.secondFactor.codesLeft',
        '{codesLeft, plural, =0 {It was the last one. Make new ones.} one {You have one left. Make new ones.} other {You have # left.}}',
        { codesLeft },
      ),
    ],
    ...ofSecurity(context),
  };
};

export const codesLocked: Template<'codes-locked'> = ({ firstName, ...content }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.wrongCodesSubject', 'Somebody gave wrong codes at your login'),
    preview: t('mails.secondFactor.knewPassword', 'They knew your password.'),
    heading: t('mails.secondFactor.wrongCodesTitle', 'Too many wrong codes were given'),
    firstName,
    paragraphs: [lockInWords(content, context)],
    ...ofSecurity(context),
    notes: [newPasswordNote(context)],
  };
};

function lockInWords(
  { what, isForADay }: Pick<MailContents['codes-locked'], 'what' | 'isForADay'>,
  { t }: MessageContext,
): string {
  if (what === 'recovery-code')
    return t(
      'mails.secondFactor.wrongRecoveryCodes',
      'Someone logged in with your password and then entered too many wrong recovery codes. We don’t accept recovery codes there for a day. Your authenticator app still works.',
    );
  if (isForADay)
    return t(
      'mails.secondFactor.appCodesBlocked',
      'Someone keeps logging in with your password and entering wrong codes. We don’t accept codes of your authenticator app there for a day. Your recovery codes still work.',
    );
  return t(
    'mails.secondFactor.wrongAppCodes',
    'Someone logged in with your password and then entered too many wrong codes. We don’t accept codes of your authenticator app there for a while. Your recovery codes still work.',
  );
}

export const loginUnfinished: Template<'login-unfinished'> = ({ firstName, at }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.noCodeTitle', 'Someone entered your password but no code'),
    preview: t('mails.wasItYou', 'Was it you?'),
    heading: t('mails.secondFactor.noCodeTitle', 'Someone entered your password but no code'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.newBrowserTry',
        'Someone entered your password in a browser you haven’t used before: {time}.',
        {
          time: timeInWords(at, context),
        },
      ),
      t(
        'mails.secondFactor.noCodeExplanation',
        'No right code followed, so they didn’t get in. If it was you, there’s nothing to do.',
      ),
    ],
    ...ofSecurity(context),
    notes: [newPasswordNote(context)],
  };
};

function newPasswordNote({ t, link }: MessageContext) {
  return {
    text: t(
      'mails.notYouPasswordKnown',
      'If it was not you, somebody knows your password. Choose a new one at once.',
    ),
    link: { label: t('common.chooseNewPassword', 'Choose a new password'), url: link(pages.forgotPassword) },
  };
}

/** For factors that were added in a company session. */
export function addedByCompany({ t }: MessageContext): string {
  return t(
    'mails.secondFactor.companySignInNote',
    'It was added through your company’s sign-in, and goes when that no longer opens your account.',
  );
}

/** The button and the last lines of all these mails. */
function ofSecurity({ t, link, supportEmail }: MessageContext): Pick<Message, 'action' | 'notes' | 'why'> {
  return {
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [
      t('mails.notYouWriteNow', 'If it was not you, write to {supportEmail} at once.', { supportEmail }),
    ],
    why: t('mails.reasonAccountSafety', 'You get this email because it is about the safety of your account.'),
  };
}
