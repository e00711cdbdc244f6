import { fieldsOf } from '@foyer/contracts/field-problems';
import {
  teamMemberAnswers,
  teamMemberFieldNames,
  toTeamMemberAnswers,
  type TeamMemberForm,
} from '@foyer/contracts/team';
import { storedTeamMemberDraft } from '../../journey/team-member-draft.ts';
import type { FormErrors } from '../../ui/use-form.ts';

export function validateTeamMember(form: TeamMemberForm, inviteId: string): FormErrors<TeamMemberForm> {
  const result = teamMemberAnswers.safeParse(toTeamMemberAnswers(form, inviteId));
  if (result.success) return {};
  const fields = fieldsOf(result.error.issues);
  return Object.fromEntries(
    Object.entries(teamMemberFieldNames)
      .filter(([, wireName]) => fields[wireName])
      .map(([key, wireName]) => [key, fields[wireName]]),
  );
}

/** The stored answers of this invited address, if complete; without them there is no password step. */
export function completeTeamMemberAnswers(email: string, inviteId: string): TeamMemberForm | undefined {
  const draft = storedTeamMemberDraft.read();
  if (!draft) return undefined;
  const form = { ...draft, email };
  return Object.keys(validateTeamMember(form, inviteId)).length === 0 ? form : undefined;
}
