import { useParams } from 'react-router-dom';
import { SsoTestReport } from '../features/sso-settings/sso-test-report.tsx';
import { routes } from '../routes.ts';
import { BackLink } from '../ui/back-link.tsx';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsSsoTestPage() {
  const { id = '' } = useParams();
  return (
    <SettingsLayout title="Test login">
      {() => (
        <>
          <SsoTestReport id={id} />
          <BackLink to={routes.settingsSso}>Single sign-on</BackLink>
        </>
      )}
    </SettingsLayout>
  );
}
