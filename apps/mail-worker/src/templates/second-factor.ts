import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { timeInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';

export const secondFactorAdded: Template<'second-factor-added'> = ({ firstName, byCompany }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.addedSubject', 'You now need a code to log in'),
    preview: t('mails.secondFactor.addedPreview', 'An authenticator app was added to your account.'),
    heading: t('mails.secondFactor.appAddedSubject', 'An authenticator app was added'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.addedExplanation',
        'From now on, you need a code from your authenticator app when you log in with your password.',
      ),
      ...(byCompany ? [addedByCompany(context)] : []),
      t(
        'mails.secondFactor.keepRecoveryCodes',
        'Keep your recovery codes somewhere you can find them without your phone.',
      ),
    ],
    ...ofSecurity(context),
  };
};

export const secondFactorRemoved: Template<'second-factor-removed'> = ({ firstName }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.turnedOffSubject', 'You no longer need a code to log in'),
    preview: t('mails.secondFactor.removedPreview', 'The authenticator app was removed from your account.'),
    heading: t('mails.authenticatorRemoved', 'Your authenticator app was removed'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.removedExplanation',
        'You can log in with just your password again. Your recovery codes no longer work.',
      ),
    ],
    ...ofSecurity(context),
  };
};

export const recoveryCodesMade: Template<'recovery-codes-made'> = ({ firstName }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.newCodesTitle', 'You have new recovery codes'),
    preview: t('mails.secondFactor.newCodesPreview', 'Your old codes no longer work.'),
    heading: t('mails.secondFactor.newCodesSubject', 'New recovery codes were created'),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.newCodesBody',
        'Ten new recovery codes were created for your account. Your old codes no longer work.',
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
        'Someone, probably you, used one of your recovery codes instead of your authenticator app.',
      ),
      t(
        'mails.secondFactor.codesLeft',
        '{codesLeft, plural, =0 {It was the last one. Create new ones.} one {You have one left. Create new ones.} other {You have # left.}}',
        { codesLeft },
      ),
    ],
    ...ofSecurity(context),
  };
};

export const codesLocked: Template<'codes-locked'> = ({ firstName, ...content }, context) => {
  const { t } = context;
  return {
    subject: t('mails.secondFactor.wrongCodesSubject', 'Someone entered wrong codes for your account'),
    preview: t('mails.wasItYou', 'Was it you?'),
    heading: t('mails.secondFactor.wrongCodesTitle', 'Too many wrong codes were entered'),
    firstName,
    paragraphs: [lockInWords(content, context)],
    ...ofSecurity(context),
    notes: [maybeKnownPassword(context)],
  };
};

function lockInWords(
  { what, isForADay }: Pick<MailContents['codes-locked'], 'what' | 'isForADay'>,
  { t }: MessageContext,
): string {
  if (what === 'recovery-code')
    return t(
      'mails.secondFactor.wrongRecoveryCodes',
      'Someone got past your password or company sign-in, and then entered too many wrong recovery codes. We’ve paused your recovery codes for a day. They still work in other browsers you’ve logged in with before, and your authenticator app still works.',
    );
  if (isForADay)
    return t(
      'mails.secondFactor.appCodesBlocked',
      'Someone keeps getting past your password or company sign-in and entering wrong codes. We’ve paused codes from your authenticator app for a day. They still work in other browsers you’ve logged in with before, and your recovery codes still work.',
    );
  return t(
    'mails.secondFactor.wrongAppCodes',
    'Someone got past your password or company sign-in, and then entered too many wrong codes. We’ve paused codes from your authenticator app for a while. They still work in other browsers you’ve logged in with before, and your recovery codes still work.',
  );
}

export const loginUnfinished: Template<'login-unfinished'> = ({ firstName, at }, context) => {
  const { t } = context;
  return {
    subject: t(
      'mails.secondFactor.noCodeTitle',
      'Someone entered your password but didn’t finish logging in',
    ),
    preview: t('mails.wasItYou', 'Was it you?'),
    heading: t(
      'mails.secondFactor.noCodeTitle',
      'Someone entered your password but didn’t finish logging in',
    ),
    firstName,
    paragraphs: [
      t(
        'mails.secondFactor.newBrowserTry',
        'On {time}, someone entered your password in a browser you haven’t used before.',
        {
          time: timeInWords(at, context),
        },
      ),
      t('mails.secondFactor.noCodeExplanation', 'They didn’t get in. If it was you, there’s nothing to do.'),
    ],
    ...ofSecurity(context),
    notes: [knownPassword(context)],
  };
};

export function knownPassword(context: MessageContext) {
  const text = context.t(
    'mails.notYouPasswordKnown',
    'If it wasn’t you, someone knows your password. Choose a new one right away.',
  );
  return { text, link: newPassword(context) };
}

function maybeKnownPassword(context: MessageContext) {
  const text = context.t(
    'mails.lostFactor.notYouPassword',
    'If it wasn’t you, someone may know your password. Choose a new one.',
  );
  return { text, link: newPassword(context) };
}

export function newPassword({ t, link }: MessageContext) {
  return { label: t('common.chooseNewPassword', 'Choose a new password'), url: link(pages.forgotPassword) };
}

export function addedByCompany({ t }: MessageContext): string {
  return t(
    'mails.secondFactor.companySignInNote',
    'This was added while you were logged in with your company. It will be removed if your company’s sign-in no longer opens your account.',
  );
}

function ofSecurity({ t, link, supportEmail }: MessageContext): Pick<Message, 'action' | 'notes' | 'why'> {
  return {
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t(
      'mails.reasonAccountSafety',
      'You’re receiving this email because it’s about the security of your account.',
    ),
  };
}
