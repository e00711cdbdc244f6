import * as z from 'zod/mini';
import { planTypes } from '@foyer/catalog/plans';
import { say } from '@foyer/catalog/words/say';
import { optionalText, requiredText } from '../field.ts';
import { rulesOf, toWire, type FormOf, type Questions } from '../form.ts';
import { sessionUser } from '../identity/login.ts';
import { meetsPasswordRulesIfAny, optionalPasswordFields } from '../identity/password.ts';
import { consent, placeConsequences, placeProblems, placeQuestions, toPlaceConsequences } from '../place.ts';
import { personQuestions, registerByEmailReply } from '../registration/sign-up.ts';

/** docs/product.md 3. */
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

/** The team-member form as the invited person fills it in. */
export type TeamMemberForm = FormOf<typeof teamMemberQuestions> & { optIn: boolean };

/** All that has a problem of its own, in focus order. */
export const teamMemberFields = { ...teamMemberQuestions, ...consent };

const memberAnswers = {
  form_type: z.literal(TEAM_MEMBER_FORM_TYPE, { error: 'Unknown form type' }),
  ...rulesOf(teamMemberQuestions),
  inviteId: requiredText(),
  teamMember: z.literal(true),
  ...placeConsequences,
};

const placeIsRight = z.check<Parameters<typeof placeProblems>[0]>((context) => {
  for (const [field, message] of placeProblems(context.value))
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
});

/** The answers of an invited team member (docs/product.md 3, 5): what the form checks before it asks for a password. */
export const teamMemberAnswers = z.strictObject(memberAnswers).check(placeIsRight);

/**
 * Body of `POST /register-team-member`. The code says it was the join-team flow, the redirect the older one
 * (docs/product.md 7). A password belongs to a mailed code; with a shared one it is not wanted, and not kept
 * (docs/architecture.md 4).
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
 * Answer of `POST /register-team-member` and `POST /register-collaborator` after a mailed code, which also start a
 * session. After a shared code it is that of `POST /register-by-email`, with status 202.
 */
export const registeredReply = z.object({ message: z.string(), user: z.optional(sessionUser) });

/** The one or the other, as the server sends it. */
export const registeredOrAskedReply = z.union([registeredReply, registerByEmailReply]);

/** The form as the wire wants it; not yet validated, and still without a password. */
export function toTeamMemberAnswers(form: TeamMemberForm, inviteId: string) {
  return {
    form_type: TEAM_MEMBER_FORM_TYPE,
    ...toWire(teamMemberQuestions, form),
    inviteId,
    teamMember: true,
    ...toPlaceConsequences(form),
  } as const;
}

/** Page size of a team's list of people. */
export const PEOPLE_ON_A_PAGE = 50;

/** Which people of a team are shown. */
const shownPeople = ['all', 'members', 'invited'] as const;
export type ShownPeople = (typeof shownPeople)[number];

/** Query of `GET /team/people`. `after` is the `next` of the page before. */
export const teamPeopleQuery = z.object({
  show: z._default(z.enum(shownPeople), 'all'),
  search: optionalText(),
  after: z.optional(
    z.string().check(z.regex(/^(?:member|invitation)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  ),
});
export type TeamPeopleQuery = z.infer<typeof teamPeopleQuery>;

/** A page of people: members, then, for the owner, invitations. */
const people = {
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      isOwner: z.boolean(),
      isYou: z.boolean(),
      /** For the owner: whether they have a second factor. */
      hasSecondFactor: z.optional(z.boolean()),
      /** For the owner: whether they have an authenticator app, which can be lost. */
      hasApp: z.optional(z.boolean()),
    }),
  ),
  /** `link` is the shared one (docs/glossary.md), where it can still be shown. */
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      expiresAt: z.string(),
      link: z.optional(z.string()),
    }),
  ),
  /** Where the next page begins, if there is one. */
  next: z.optional(z.string()),
};

/** Answer of `GET /team/people`. */
export const teamPeopleReply = z.object(people);
export type TeamPeopleReply = z.infer<typeof teamPeopleReply>;

/** Answer of `GET /team`: the team, with the first page of its people; the rest is `GET /team/people`. */
export const teamReply = z.object({
  name: z.string(),
  seatLimit: z.number(),
  /** Seats taken, for all members of the team. */
  taken: z.object({ members: z.number(), invitations: z.number() }),
  ownerName: z.optional(z.string()),
  isOwner: z.boolean(),
  ...people,
  /** Users who came through company sign-in when no seat was free. For the owner. */
  seatRequests: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      at: z.string(),
      /** They have an account in another team, and come by an invitation. */
      needsInvitation: z.optional(z.boolean()),
    }),
  ),
  /** The open offer of the team, for its owner and for the member it was made to. */
  offer: z.optional(
    z.object({
      memberId: z.string(),
      memberName: z.string(),
      ownerName: z.string(),
      expiresAt: z.string(),
      isToYou: z.boolean(),
      /** What the new owner takes over and pays for; `until` is the next charge, or the end of the plan; empty while the month that has begun is not charged yet. */
      plan: z.optional(
        z.object({
          name: z.enum(planTypes),
          status: z.string(),
          until: z.string(),
          /** The subscription's own, per month and without tax. */
          price: z.optional(z.object({ cents: z.number(), currency: z.string() })),
          isCancelScheduled: z.boolean(),
        }),
      ),
    }),
  ),
  /** For the owner: the last day without a required second factor, if the team has that rule, and whether the owner has one. */
  secondFactor: z.optional(z.object({ by: z.optional(z.string()), isOwn: z.boolean() })),
});
export type TeamReply = z.infer<typeof teamReply>;

/** An offer of a team to another member stands for so long. */
export const OWNER_OFFER_DAYS = 7;

/** Body of `POST /team/owner-offer`: the member who gets the offer. */
export const offerTeamBody = z.strictObject({ member: z.string().check(z.maxLength(100)) });
export type OfferTeamBody = z.infer<typeof offerTeamBody>;

/** Most addresses of one `POST /team/invitations`. */
export const INVITATIONS_AT_ONCE = 100;

/** Body of `POST /team/invitations`. A bad address is an outcome of its own and refuses nothing. */
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

/** `later`: the invitation holds its seat and its link works; its mail is sent later. */
const inviteOutcomes = ['invited', 'renewed', 'later', 'member', 'invalid', 'noSeat'] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

/** Answer of `POST /team/invitations`: the outcome of each address, in the order of the request. */
export const inviteReply = z.object({
  results: z.array(
    z.object({ email: z.string(), outcome: z.enum(inviteOutcomes), link: z.optional(z.string()) }),
  ),
});
export type InviteReply = z.infer<typeof inviteReply>;

/** Answer of `POST /team/leave`: the user's new team of their own. */
export const leaveTeamReply = z.object({ team: z.object({ name: z.string() }) });
export type LeaveTeamReply = z.infer<typeof leaveTeamReply>;

/** Answer of the team page's other changes. */
export const teamChangedReply = z.object({});
