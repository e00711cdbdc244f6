import { ChangePasswordForm } from '../features/security/change-password-form.tsx';
import { SessionList } from '../features/security/session-list.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsSecurityPage() {
  return (
    <SettingsLayout title="Security">
      {({ user }) => (
        <>
          <SessionList />
          <ChangePasswordForm email={user.email} />
        </>
      )}
    </SettingsLayout>
  );
}
