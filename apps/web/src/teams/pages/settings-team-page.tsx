import { TeamMembers } from '../members/team-members.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { SettingsLayout } from '../../account/pages/settings-layout.tsx';

export function SettingsTeamPage() {
  return <SettingsLayout title={pageTitles.settingsTeam}>{() => <TeamMembers />}</SettingsLayout>;
}
