import { PasskeyList } from '../features/passkeys/passkey-list.tsx';
import { SecondFactor } from '../features/second-factor/second-factor.tsx';
import { ChangePasswordForm } from '../features/security/change-password-form.tsx';
import { SessionList } from '../features/security/session-list.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsSecurityPage() {
  return (
    <SettingsLayout title={pageTitles.settingsSecurity}>
      {({ user }) => (
        <>
          <SessionList />
          <PasskeyList />
          <ChangePasswordForm email={user.email} />
          <SecondFactor />
        </>
      )}
    </SettingsLayout>
  );
}
