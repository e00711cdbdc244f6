import * as z from 'zod/mini';
import { planTypes } from '@foyer/catalog/plans';
import { say } from '@foyer/catalog/words/say';
import { optionalText, requiredText } from '../field.ts';
import { rulesOf, toWire, type FormOf, type Questions } from '../form.ts';
import { sessionUser } from '../identity/login.ts';
import { meetsPasswordRulesIfAny, optionalPasswordFields } from '../identity/password.ts';
import { consent, fieldsByPlace, placeProblems, placeQuestions, toFieldsByPlace } from '../place.ts';
import { personQuestions, registerByEmailReply } from '../registration/sign-up.ts';

const TEAM_MEMBER_FORM_TYPE = 'TEAM_MEMBER_SIGNUP';

/** The questions of the team-member form, in focus order (docs/product.md 5). */
export const teamMemberQuestions = {
  ...personQuestions,
  jobTitle: {
    wire: 'job_title',
    rule: requiredText(),
    label: say('teams.team.jobTitle', 'Job title'),
    autoComplete: 'organization-title',
  },
  ...placeQuestions,
} as const satisfies Questions;

export type TeamMemberForm = FormOf<typeof teamMemberQuestions> & { optIn: boolean };

export const teamMemberFields = { ...teamMemberQuestions, ...consent };

const memberAnswers = {
  form_type: z.literal(TEAM_MEMBER_FORM_TYPE, { error: 'Unknown form type' }),
  ...rulesOf(teamMemberQuestions),
  inviteId: requiredText(),
  teamMember: z.literal(true),
  ...fieldsByPlace,
};

const placeIsRight = z.check<Parameters<typeof placeProblems>[0]>((context) => {
  for (const [field, message] of placeProblems(context.value))
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
});

/** The answers of an invited member (docs/product.md 3, 5). The form checks them before it asks for a password. */
export const teamMemberAnswers = z.strictObject(memberAnswers).check(placeIsRight);

/**
 * Body of `POST /register-team-member`. The join-team flow sends `invitationCode`, the older flow `redirectUrl`
 * (docs/product.md 7). A password is needed for a mailed code, and ignored for a shared one (decision 35).
 */
export const registerTeamMemberBody = z
  .strictObject({
    ...memberAnswers,
    ...optionalPasswordFields,
    redirectUrl: z.optional(z.string().check(z.maxLength(2048))),
    invitationCode: z.optional(z.string().check(z.maxLength(300))),
  })
  .check(placeIsRight, meetsPasswordRulesIfAny);
export type RegisterTeamMemberBody = z.infer<typeof registerTeamMemberBody>;

/**
 * Answer of `POST /register-team-member` and `POST /register-collaborator` with a mailed code. These calls also start a
 * session. With a shared code, the answer is that of `POST /register-by-email`, with status 202.
 */
export const registeredReply = z.object({ message: z.string(), user: z.optional(sessionUser) });

export const registeredOrAskedReply = z.union([registeredReply, registerByEmailReply]);

export function toTeamMemberAnswers(form: TeamMemberForm, inviteId: string) {
  return {
    form_type: TEAM_MEMBER_FORM_TYPE,
    ...toWire(teamMemberQuestions, form),
    inviteId,
    teamMember: true,
    ...toFieldsByPlace(form),
  } as const;
}

export const PEOPLE_ON_A_PAGE = 50;

const shownPeople = ['all', 'members', 'invited'] as const;
export type ShownPeople = (typeof shownPeople)[number];

/** Query of `GET /team/people`. `after` is the `next` value of the previous page. */
export const teamPeopleQuery = z.object({
  show: z._default(z.enum(shownPeople), 'all'),
  search: optionalText(),
  after: z.optional(
    z.string().check(z.regex(/^(?:member|invitation)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  ),
});
export type TeamPeopleQuery = z.infer<typeof teamPeopleQuery>;

/** A page of people: first members, then invitations. Only the owner sees the invitations. */
const people = {
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      isOwner: z.boolean(),
      isYou: z.boolean(),
      /** Only the owner gets `hasSecondFactor` and `hasApp`. */
      hasSecondFactor: z.optional(z.boolean()),
      hasApp: z.optional(z.boolean()),
    }),
  ),
  /** `link`: the shared link (docs/glossary.md). Absent if it can no longer be shown. */
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      expiresAt: z.string(),
      link: z.optional(z.string()),
    }),
  ),
  next: z.optional(z.string()),
};

export const teamPeopleReply = z.object(people);
export type TeamPeopleReply = z.infer<typeof teamPeopleReply>;

export const teamReply = z.object({
  name: z.string(),
  seatLimit: z.number(),
  /** The numbers of taken seats. All members see them. */
  taken: z.object({ members: z.number(), invitations: z.number() }),
  ownerName: z.optional(z.string()),
  isOwner: z.boolean(),
  ...people,
  /** People who wait for a seat or an invitation after a company sign-in. Only for the owner. */
  seatRequests: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      at: z.string(),
      /** The person has an account in another team, so the owner must send an invitation. */
      needsInvitation: z.optional(z.boolean()),
    }),
  ),
  /** The open offer to transfer the team. Only for the owner and the member with the offer. */
  offer: z.optional(
    z.object({
      memberId: z.string(),
      memberName: z.string(),
      ownerName: z.string(),
      expiresAt: z.string(),
      isToYou: z.boolean(),
      /**
       * The plan that the new owner pays for. `until`: the plan's scheduled end, or else the end of the current month.
       * Empty without a subscription, or if the current month is not charged yet.
       */
      plan: z.optional(
        z.object({
          name: z.enum(planTypes),
          status: z.string(),
          until: z.string(),
          /** The subscription's price per month, without tax. */
          price: z.optional(z.object({ cents: z.number(), currency: z.string() })),
          isCancelScheduled: z.boolean(),
        }),
      ),
    }),
  ),
  /**
   * Only for the owner. `by`: the last day on which members need no second factor. `isOwn`: the owner has a second
   * factor.
   */
  secondFactor: z.optional(z.object({ by: z.optional(z.string()), isOwn: z.boolean() })),
});
export type TeamReply = z.infer<typeof teamReply>;

export const OWNER_OFFER_DAYS = 7;

export const offerTeamBody = z.strictObject({ member: z.string().check(z.maxLength(100)) });
export type OfferTeamBody = z.infer<typeof offerTeamBody>;

export const INVITATIONS_AT_ONCE = 100;

/** Body of `POST /team/invitations`. An invalid address gets its own outcome; the call still succeeds. */
export const inviteBody = z.strictObject({
  emails: z
    .array(z.string().check(z.maxLength(500)))
    .check(
      z.minLength(1, say('teams.team.emailRequired', 'Enter at least one email address')),
      z.maxLength(
        INVITATIONS_AT_ONCE,
        say('teams.team.tooManyEmails', `Invite up to ${INVITATIONS_AT_ONCE} people at a time`),
      ),
    ),
});
export type InviteBody = z.infer<typeof inviteBody>;

/** `later`: the invitation has a seat and a working link, but its mail is sent later. */
const inviteOutcomes = ['invited', 'renewed', 'later', 'member', 'invalid', 'noSeat'] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

/** Answer of `POST /team/invitations`: the outcome of each address, in the order of the request. */
export const inviteReply = z.object({
  results: z.array(
    z.object({ email: z.string(), outcome: z.enum(inviteOutcomes), link: z.optional(z.string()) }),
  ),
});
export type InviteReply = z.infer<typeof inviteReply>;

export const leaveTeamReply = z.object({ team: z.object({ name: z.string() }) });
export type LeaveTeamReply = z.infer<typeof leaveTeamReply>;

export const teamChangedReply = z.object({});
