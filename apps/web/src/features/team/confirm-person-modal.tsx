import { REQUIRED_FIELD } from '@foyer/contracts/field';
import { useRef, useState, type SubmitEvent } from 'react';
import { LockoutNotice } from '../../fields/lockout-notice.tsx';
import { ProblemError } from '../../http/errors.ts';
import { useLockedSeconds } from '../../journey/lockout.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { inWords } from '../../words/in-words.ts';
import { t } from '../../words/t.ts';
import styles from './team.module.css';
import { problemText, type useTeamChange, type TeamChange } from './use-team-changes.ts';

const FORM = 'confirm-person';

const questions = {
  offer: {
    title: (who: string) => t('Offer the team to {who}?', { who }),
    text: (who: string) =>
      t(
        '{who} gets an email, and owns the team once they accept. You stay in it as a member, and your card is not charged for it any more. Until they accept you can withdraw the offer.',
        { who },
      ),
    get yes() {
      return t('Offer the team');
    },
  },
  acceptOffer: {
    title: () => t('Accept this team?'),
    text: (who: string) =>
      t(
        'You become the owner and look after the plan and its payment; {who} becomes a member. You both get an email.',
        { who },
      ),
    get yes() {
      return t('Accept the team');
    },
  },
} as const;

export type ConfirmedChange = TeamChange & { kind: keyof typeof questions };

/** Whether a change needs the password. */
export function isConfirmed(change: TeamChange): change is ConfirmedChange {
  return Object.hasOwn(questions, change.kind);
}

type ConfirmPersonModalProps = {
  wanted: ConfirmedChange;
  change: ReturnType<typeof useTeamChange>;
  hasPassword: boolean;
  onClose(): void;
};

/** Confirms, by password, before a team is transferred: a browser left open is not enough. */
export function ConfirmPersonModal({ wanted, change, hasPassword, onClose }: ConfirmPersonModalProps) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const lockedSeconds = useLockedSeconds();
  const { title, text, yes } = questions[wanted.kind];
  const wrong = change.error instanceof ProblemError ? change.error.fields.password : undefined;
  const focus = () => form.current?.querySelector<HTMLElement>('[data-field="password"]')?.focus();

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (hasPassword && password === '') {
      setMissing(true);
      return focus();
    }
    change.mutate(hasPassword ? { ...wanted, password } : wanted, { onSuccess: onClose, onError: focus });
  }

  return (
    <LaterModal
      title={title(wanted.who)}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={FORM} isLoading={change.isPending} isDisabled={lockedSeconds > 0}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text(wanted.who)}</p>
      <form ref={form} id={FORM} className={styles.confirm} method="post" onSubmit={submit} noValidate>
        <Message kind="error">
          {lockedSeconds > 0 ? (
            <LockoutNotice seconds={lockedSeconds} />
          ) : (
            change.error && !wrong && problemText(change.error, t('Nothing was changed.'))
          )}
        </Message>
        {hasPassword && (
          <PasswordField
            label={t('Your password')}
            toggle={{ show: t('Show your password'), hide: t('Hide your password') }}
            name="password"
            autoComplete="current-password"
            value={password}
            error={isMissing ? inWords(REQUIRED_FIELD) : wrong}
            onChange={(value) => {
              setPassword(value);
              setMissing(false);
              if (change.error) change.reset();
            }}
          />
        )}
      </form>
    </LaterModal>
  );
}
