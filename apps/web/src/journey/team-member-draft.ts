import { teamMemberFieldNames, type TeamMemberForm } from '@foyer/contracts/team';
import * as z from 'zod/mini';
import { bySchema, stored } from './storage.ts';

const text = z.string().check(z.maxLength(500));

const teamMemberDraft = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  jobTitle: text,
  countryCode: text,
  stateCode: text,
  optIn: z.boolean(),
}) satisfies z.ZodMiniType<TeamMemberForm>;

/** The typed answers of an invited team member, kept for the password step and over a refresh. It holds no secret. */
export const storedTeamMemberDraft = stored('sessionStorage', 'team-member-draft', bySchema(teamMemberDraft));

export const emptyTeamMemberForm: TeamMemberForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  jobTitle: '',
  countryCode: '',
  stateCode: '',
  optIn: false,
};

export const teamMemberFieldOrder = Object.keys(teamMemberFieldNames) as (keyof TeamMemberForm)[];
