import type { OwnPasskey } from '@foyer/contracts/identity/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import part from '../../ui/settings-part.module.css';
import { longDate } from '../../words/formats.ts';
import { rich, t } from '../../words/t.ts';
import styles from './passkey-list.module.css';
import { passkeysQuery } from './passkeys-query.ts';
import { RenamePasskey } from './rename-passkey.tsx';
import { usePasskeyChange, type PasskeyChange } from './use-passkey-changes.ts';

export function PasskeyList() {
  const passkeys = useQuery(passkeysQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [renamed, setRenamed] = useState<OwnPasskey>();
  const [asked, setAsked] = useState<OwnPasskey>();
  const change = usePasskeyChange();
  const list = passkeys.data?.passkeys ?? [];

  function make(wanted: PasskeyChange): void {
    change.mutate(wanted, {
      // The pressed button may be gone, so focus moves to the heading.
      onSuccess: () => {
        setRenamed(undefined);
        if (wanted.kind !== 'add') heading.current?.focus();
      },
    });
  }

  return (
    <section aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" className={part.title} ref={heading} tabIndex={-1}>
        {t('common.passkeys', 'Passkeys')}
      </h2>
      <p className={part.lead}>
        {t(
          'identity.passkeyList.explanation',
          'Log in with your fingerprint, face or device PIN instead of a password. A passkey works only on this site, so no one can trick you into giving it away.',
        )}
      </p>
      <div className={part.messages}>
        <Message kind="success">{change.isSuccess && doneText(change.variables, change.data)}</Message>
        <Message kind="error">{problemOf(change.error, passkeys.error, renamed)}</Message>
      </div>
      {passkeys.isPending && <Spinner label={t('identity.passkeyList.loading', 'Loading your passkeys')} />}
      {passkeys.isError && !passkeys.data && (
        <Button variant="secondary" isLoading={passkeys.isFetching} onClick={() => void passkeys.refetch()}>
          {t('common.tryAgain', 'Try again')}
        </Button>
      )}
      {list.length > 0 && (
        <ul className={styles.list}>
          {list.map((passkey) =>
            passkey === renamed ? (
              <li key={passkey.id} className={styles.passkey}>
                <RenamePasskey
                  passkey={passkey}
                  change={change}
                  onSave={(name) => make({ kind: 'rename', passkey, name })}
                  onCancel={() => {
                    change.reset();
                    setRenamed(undefined);
                    heading.current?.focus();
                  }}
                />
              </li>
            ) : (
              <Passkey
                key={passkey.id}
                passkey={passkey}
                nowMs={passkeys.dataUpdatedAt}
                isEnding={
                  change.isPending &&
                  change.variables.kind === 'remove' &&
                  change.variables.passkey.id === passkey.id
                }
                onRename={() => {
                  change.reset();
                  setRenamed(passkey);
                }}
                onRemove={() => setAsked(passkey)}
              />
            ),
          )}
        </ul>
      )}
      {passkeys.data && <Add isAdding={change.isPending && change.variables.kind === 'add'} onAdd={make} />}
      {asked && (
        <ConfirmModal
          title={t('identity.passkeyList.removeTitle', 'Remove this passkey?')}
          yes={t('identity.passkeyList.confirmRemoval', 'Remove ## a passkey')}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            make({ kind: 'remove', passkey: asked });
            setAsked(undefined);
          }}
        >
          <p>
            {t(
              'identity.passkeyList.removeBody',
              'You’ll no longer be able to log in with “{name}”. Your device or password manager may still show it, so delete it there too.',
              { name: asked.name },
            )}
          </p>
        </ConfirmModal>
      )}
    </section>
  );
}

function Add({ isAdding, onAdd }: { isAdding: boolean; onAdd(change: PasskeyChange): void }) {
  if (typeof PublicKeyCredential !== 'function')
    return (
      <p className={part.lead}>
        {t(
          'identity.passkeyList.unsupported',
          'This browser doesn’t support passkeys. Open this page in another browser.',
        )}
      </p>
    );
  return (
    <Button variant="secondary" isLoading={isAdding} onClick={() => onAdd({ kind: 'add' })}>
      {t('common.addPasskey', 'Add a passkey')}
    </Button>
  );
}

type PasskeyProps = {
  passkey: OwnPasskey;
  nowMs: number;
  isEnding: boolean;
  onRename(): void;
  onRemove(): void;
};

function Passkey({ passkey, nowMs, isEnding, onRename, onRemove }: PasskeyProps) {
  const { name, isBackedUp, createdAt, lastUsedAt } = passkey;
  const date = longDate(createdAt);
  const hidden = (words: ReactNode) => <VisuallyHidden>{words}</VisuallyHidden>;
  return (
    <li className={styles.passkey}>
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p>
          {lastUsedAt
            ? rich('identity.passkeyList.addedAndUsed', 'Added on {date}, last used <used></used>', {
                date,
                used: () => <TimeAgo iso={lastUsedAt} nowMs={nowMs} />,
              })
            : t('identity.passkeyList.addedUnused', 'Added on {date}, not used yet', { date })}
        </p>
        <p>
          {isBackedUp
            ? t(
                'identity.passkeyList.synced',
                'Stored in a password manager and available on all devices that use it.',
              )
            : t(
                'identity.passkeyList.singleDevice',
                'Stored on one device only. Add another passkey in case you lose it.',
              )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onRename}>
          {rich('identity.passkeyList.rename', 'Rename<hidden> the passkey {name}</hidden>', {
            name,
            hidden,
          })}
        </Button>
        <Button variant="quietDanger" isLoading={isEnding} onClick={onRemove}>
          {rich('identity.passkeyList.remove', 'Remove<hidden> the passkey {name}</hidden>', {
            name,
            hidden,
          })}
        </Button>
      </div>
    </li>
  );
}

function doneText(change: PasskeyChange, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (change.kind === 'add')
    return t('identity.passkeyList.added', '“{name}” was added. You can now log in with it.', {
      name,
    });
  if (change.kind === 'rename')
    return t('identity.passkeyList.renamed', 'The passkey is now called “{name}”.', { name });
  return t('identity.passkeyList.removed', '“{name}” was removed.', { name });
}

function problemOf(
  changing: Error | null,
  loading: Error | null,
  renamed: OwnPasskey | undefined,
): string | undefined {
  // The name field shows its own error.
  if (renamed && changing instanceof ProblemError && changing.fields.name) return undefined;
  if (changing) return textOf(changing);
  return problemInWords(
    loading,
    t(
      'identity.passkeyList.loadFailed',
      'We couldn’t load your passkeys. Check your connection and try again.',
    ),
  );
}

function textOf(error: Error): string {
  if (error instanceof ProblemError) return error.message;
  // Authenticators report this error if they already hold a passkey of this account.
  if (error.name === 'InvalidStateError')
    return t(
      'identity.passkeyList.alreadyAdded',
      'This device or password manager already has a passkey for your account.',
    );
  return t(
    'identity.passkeyList.changeFailed',
    'We couldn’t update your passkeys. Check your connection and try again.',
  );
}
