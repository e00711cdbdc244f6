import type { SessionUser } from '@foyer/contracts/identity/login';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { ChangePasswordForm } from '../security/change-password-form.tsx';
import { SessionList } from '../security/session-list.tsx';

export function SettingsSecurityPage({ session: { user } }: { session: { user: SessionUser } }) {
  return (
    <>
      <SessionList />
      <PasskeyList />
      <ChangePasswordForm email={user.email} />
      <SecondFactor />
    </>
  );
}
