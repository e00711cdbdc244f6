import { TeamMembers } from '../features/team/team-members.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsTeamPage() {
  return <SettingsLayout title={pageTitles.settingsTeam}>{() => <TeamMembers />}</SettingsLayout>;
}
