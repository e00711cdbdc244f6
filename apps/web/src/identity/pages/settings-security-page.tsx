import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { ChangePasswordForm } from '../security/change-password-form.tsx';
import { SessionList } from '../security/session-list.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

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
