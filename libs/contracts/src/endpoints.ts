import { firstEndpoints } from './first-endpoints.ts';

/**
 * The one list of calls: method and path (SPEC 7, DESIGN 4).
 * Controllers, the browser's `send()` and the dev proxy read it; there is no other place that spells a path.
 */
export const endpoints = {
  ...firstEndpoints,
  registerByEmail: { method: 'POST', path: '/register-by-email' },
  resendVerification: { method: 'POST', path: '/verify-email/resend' },
  passwordLink: { method: 'GET', path: '/password-link' },
  resetPassword: { method: 'POST', path: '/reset-password' },
  forgotPassword: { method: 'POST', path: '/forgot-password' },
  logout: { method: 'GET', path: '/logout' },
  logoutByPost: { method: 'POST', path: '/logout' },
  teamSettings: { method: 'PATCH', path: '/settings/team' },
  changePassword: { method: 'POST', path: '/settings/security/password' },
  sessions: { method: 'GET', path: '/settings/security/sessions' },
  endSession: { method: 'DELETE', path: '/settings/security/sessions/:id' },
  endOtherSessions: { method: 'DELETE', path: '/settings/security/sessions' },
  teamInvitation: { method: 'GET', path: '/invitation/team/:id' },
  eventInvitation: { method: 'GET', path: '/invitation/event/:id' },
  registerTeamMember: { method: 'POST', path: '/register-team-member' },
  registerCollaborator: { method: 'POST', path: '/register-collaborator' },
  inviteToEvent: { method: 'POST', path: '/events/:eventId/invitations' },
  acceptEvent: { method: 'POST', path: '/event-accept/:invitationCode' },
  waitingInvitations: { method: 'GET', path: '/invitations/waiting' },
  openInvitation: { method: 'POST', path: '/invitations/:id/open' },
  switchTeam: { method: 'POST', path: '/team-switch/:invitationCode' },
  team: { method: 'GET', path: '/team' },
  changeTeam: { method: 'PATCH', path: '/team' },
  inviteToTeam: { method: 'POST', path: '/team/invitations' },
  resendTeamInvitation: { method: 'POST', path: '/team/invitations/:id/resend' },
  revokeTeamInvitation: { method: 'DELETE', path: '/team/invitations/:id' },
  removeTeamMember: { method: 'DELETE', path: '/team/members/:id' },
  upgradePlan: { method: 'POST', path: '/upgrade-plan' },
  confirmUpgrade: { method: 'POST', path: '/upgrade-plan/confirmation' },
  quote: { method: 'POST', path: '/billing/quote' },
  billing: { method: 'GET', path: '/settings/billing/details' },
  cancelPlan: { method: 'POST', path: '/settings/billing/cancel' },
  resumePlan: { method: 'POST', path: '/settings/billing/resume' },
  replaceCard: { method: 'POST', path: '/settings/billing/card' },
  stripeWebhook: { method: 'POST', path: '/webhooks/stripe' },
  samlLookup: { method: 'GET', path: '/idp/:idpName' },
  findIdp: { method: 'POST', path: '/idp' },
  samlAcs: { method: 'POST', path: '/saml/:idpName/acs' },
  samlMetadata: { method: 'GET', path: '/saml/:idpName/metadata' },
  ssoSettings: { method: 'GET', path: '/settings/sso/details' },
  ssoTest: { method: 'GET', path: '/settings/sso/tests/:id' },
  dismissSeatRequest: { method: 'DELETE', path: '/team/seat-requests/:id' },
  oauthDecision: { method: 'POST', path: '/oauth/authorize' },
} as const;

export type Endpoint = (typeof endpoints)[keyof typeof endpoints];
