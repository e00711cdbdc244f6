import type { SessionUser } from '@foyer/contracts/identity/login';
import { useQuery } from '@tanstack/react-query';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { secondFactorQuery } from '../second-factor/second-factor-query.ts';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { ChangePasswordForm } from '../security/change-password-form.tsx';
import { SessionList } from '../security/session-list.tsx';

export function SettingsSecurityPage({ session: { user } }: { session: { user: SessionUser } }) {
  const factor = useQuery(secondFactorQuery);
  return (
    <>
      <SessionList />
      <PasskeyList />
      {factor.data?.hasPassword !== false && <ChangePasswordForm email={user.email} />}
      <SecondFactor />
    </>
  );
}
