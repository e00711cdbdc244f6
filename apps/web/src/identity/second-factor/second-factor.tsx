import {
  FEW_RECOVERY_CODES,
  type TrustedDevice,
  type SecondFactorReply,
} from '@foyer/contracts/identity/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import part from '../../ui/settings-part.module.css';
import { longDate } from '../../words/formats.ts';
import { rich, t } from '../../words/t.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { SetUpModal } from './set-up-modal.tsx';
import styles from './second-factor.module.css';
import { problemOf, useForgetDevice, useMakeCodes, useRemove, useSetUp } from './use-second-factor.ts';

export function SecondFactor() {
  const factor = useQuery(secondFactorQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = factor;
  const isOn = data?.since !== undefined;
  const wasOn = useRef(isOn);
  useEffect(() => {
    // The button that had the focus was removed together with the app, so the heading takes the focus.
    if (wasOn.current && !isOn) heading.current?.focus();
    wasOn.current = isOn;
  }, [isOn]);
  return (
    <section aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" className={part.title} ref={heading} tabIndex={-1}>
        {t('identity.secondFactor.title', 'Authenticator app')}
      </h2>
      {factor.isPending && (
        <Spinner label={t('identity.secondFactor.loading', 'Loading two-step verification')} />
      )}
      <div className={part.messages}>
        <Message kind="error">{!data && problemOf(factor.error)}</Message>
      </div>
      {factor.isError && !data && (
        <Button variant="secondary" isLoading={factor.isFetching} onClick={() => void factor.refetch()}>
          {t('common.tryAgain', 'Try again')}
        </Button>
      )}
      {data && <Factor data={data} onGone={() => heading.current?.focus()} />}
    </section>
  );
}

/** `onGone`: called when the focused element was removed, so that the heading takes the focus. */
type FactorProps = { data: SecondFactorReply; onGone(): void };

function Factor({ data, onGone }: FactorProps) {
  const [codes, setCodes] = useState<string[]>();
  const [said, setSaid] = useState('');
  const show = (made: string[], words: string) => {
    setCodes(made);
    setSaid(words);
  };
  return (
    <>
      <div className={part.messages}>
        <Message kind="success">{said}</Message>
      </div>
      {data.since === undefined ? (
        <Off
          hasPassword={data.hasPassword}
          onAdded={(made) =>
            show(
              made,
              t(
                'identity.secondFactor.enabled',
                'Two-step verification is on. You’ll need a code to log in with your password.',
              ),
            )
          }
        />
      ) : (
        <On
          {...data}
          since={data.since}
          onMade={(made) =>
            show(made, t('identity.secondFactor.codesRenewed', 'You have new recovery codes.'))
          }
          onRemoved={() => setSaid(t('identity.secondFactor.removed', 'Your authenticator app was removed.'))}
        />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            onGone();
          }}
        />
      )}
    </>
  );
}

function Off({ hasPassword, onAdded }: { hasPassword: boolean; onAdded(codes: string[]): void }) {
  const setUp = useSetUp();
  if (!hasPassword)
    return (
      <p className={part.lead}>
        {t(
          'identity.secondFactor.passwordRequired',
          'Authenticator apps only work with a password, and your account doesn’t have one. Use a passkey instead.',
        )}
      </p>
    );
  return (
    <>
      <p className={part.lead}>
        {t(
          'identity.secondFactor.explanation',
          'With an authenticator app, you also enter a code from your phone when you log in, so a stolen password isn’t enough.',
        )}
      </p>
      <div className={part.messages}>
        <Message kind="error">{problemOf(setUp.error)}</Message>
      </div>
      <Button variant="secondary" isLoading={setUp.isPending} onClick={() => setUp.mutate(undefined)}>
        {t('identity.secondFactor.setUp', 'Set up an app')}
      </Button>
      {setUp.data && (
        <SetUpModal
          begun={setUp.data}
          onClose={() => setUp.reset()}
          onAdded={(codes) => {
            setUp.reset();
            onAdded(codes);
          }}
        />
      )}
    </>
  );
}

type OnProps = Omit<SecondFactorReply, 'since' | 'hasPassword'> & {
  since: string;
  onMade(codes: string[]): void;
  onRemoved(): void;
};

function On({ since, codesLeft, devices, onMade, onRemoved }: OnProps) {
  const [asked, setAsked] = useState<'removal' | 'codes'>();
  const removing = useRemove(onRemoved);
  const making = useMakeCodes(onMade);
  const isFew = codesLeft <= FEW_RECOVERY_CODES;
  const left = t(
    'identity.secondFactor.codesLeft',
    '{codesLeft, plural, =0 {You have no recovery codes left.} one {You have one recovery code left.} other {You have # recovery codes left.}}',
    { codesLeft },
  );
  return (
    <>
      <p className={part.lead}>
        {t(
          'identity.secondFactor.enabledSince',
          'On since {date}. You need a code to log in with your password.',
          {
            date: longDate(since),
          },
        )}
      </p>
      {!isFew && <p className={part.lead}>{left}</p>}
      <div className={part.messages}>
        <Message kind="info">
          {isFew && (
            <>
              <p>{left}</p>
              <p>
                {t(
                  'identity.secondFactor.codesRunningLow',
                  'Create new ones now, so you can log in if you lose your phone.',
                )}
              </p>
            </>
          )}
        </Message>
        <Message kind="error">{problemOf(removing.error ?? making.error)}</Message>
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" isLoading={making.isPending} onClick={() => setAsked('codes')}>
          {t('identity.secondFactor.renewCodes', 'Create new recovery codes')}
        </Button>
        <Button variant="danger" isLoading={removing.isPending} onClick={() => setAsked('removal')}>
          {t('identity.secondFactor.remove', 'Remove app')}
        </Button>
      </div>
      {devices.length > 0 && <Devices devices={devices} />}
      {asked === 'removal' && (
        <ConfirmModal
          title={t('identity.secondFactor.removeTitle', 'Remove your authenticator app?')}
          yes={t('identity.secondFactor.confirmRemoval', 'Remove')}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined);
            removing.mutate(undefined);
          }}
        >
          <p>
            {t(
              'identity.secondFactor.removeBody',
              'You’ll no longer need a code to log in with your password, and your recovery codes will stop working.',
            )}
          </p>
        </ConfirmModal>
      )}
      {asked === 'codes' && (
        <ConfirmModal
          title={t('identity.secondFactor.renewCodesTitle', 'Create new recovery codes?')}
          yes={t('identity.secondFactor.confirmRenewal', 'Create new codes')}
          isHarmless
          onClose={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined);
            making.mutate(undefined);
          }}
        >
          <p>{t('identity.secondFactor.renewCodesBody', 'Your old recovery codes will stop working.')}</p>
        </ConfirmModal>
      )}
    </>
  );
}

function Devices({ devices }: { devices: TrustedDevice[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const forgetting = useForgetDevice(() => heading.current?.focus());
  return (
    <>
      <h3 className={styles.subtitle} ref={heading} tabIndex={-1}>
        {t('identity.secondFactor.trustedDevices', 'Trusted devices')}
      </h3>
      <div className={part.messages}>
        <Message kind="error">{problemOf(forgetting.error)}</Message>
      </div>
      <ul className={styles.list}>
        {devices.map((device) => (
          <li key={device.id} className={styles.device}>
            <div>
              <p>
                <bdi>{nameOf(device)}</bdi>{' '}
                {device.isCurrent && <Badge kind="good">{t('identity.thisDevice', 'This device')}</Badge>}
              </p>
              <p className={styles.note}>
                {t('identity.secondFactor.trustedUntil', 'Trusted until {date}', {
                  date: longDate(device.until),
                })}
              </p>
            </div>
            <Button
              variant="quietDanger"
              isLoading={forgetting.isPending && forgetting.variables === device.id}
              onClick={() => forgetting.mutate(device.id)}
            >
              {rich('identity.secondFactor.forgetDevice', 'Stop trusting<hidden> {device}</hidden>', {
                device: nameOf(device),
                hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
              })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf({ browser, system }: TrustedDevice): string {
  if (browser && system) return t('common.browserOnSystem', '{browser} on {system}', { browser, system });
  return browser ?? system ?? t('common.unknownDevice', 'Unknown device');
}
