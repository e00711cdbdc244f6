import { Profile } from '../profile/profile.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsProfilePage() {
  return <SettingsLayout title={pageTitles.settingsProfile}>{() => <Profile />}</SettingsLayout>;
}
