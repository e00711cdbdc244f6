import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';
import { SettingsList } from './settings-list.tsx';

/** All settings at a glance. */
export function SettingsPage() {
  return (
    <SettingsLayout title={pageTitles.settings}>
      {(session) => <SettingsList session={session} />}
    </SettingsLayout>
  );
}
