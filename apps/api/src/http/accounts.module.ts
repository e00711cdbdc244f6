import { Global, Module } from '@nestjs/common';
import { AccountMailService } from '../registration/account-mail.service.ts';
import { ConfirmPersonService } from '../identity/confirm-person.service.ts';
import { ConsentsService } from '../consents/consents.service.ts';
import { EndedAccessService } from '../identity/login/ended-access.service.ts';
import { FactorRecoveries } from '../identity/factor-recoveries.service.ts';
import { IdentityProvidersService } from '../company/identity-providers.service.ts';
import { InvitationBudgets } from '../invitations/invitation-budgets.service.ts';
import { InvitationCodes } from '../invitations/invitation-codes.service.ts';
import { InvitationMailService } from '../invitations/invitation-mail.service.ts';
import { InvitationsService } from '../invitations/invitations.service.ts';
import { InvitedAccounts } from '../registration/invited-accounts.service.ts';
import { LockoutService } from '../identity/lockout.service.ts';
import { LoginGate } from '../identity/login-gate.service.ts';
import { MemberChangesService } from '../teams/member-changes.service.ts';
import { NoticesService } from '../mails/notices.service.ts';
import { OwnerNoticeService } from '../teams/owner-notice.service.ts';
import { PendingCookie } from '../company/pending-cookie.ts';
import { PendingIdentitiesService } from '../company/pending-identities.service.ts';
import { PendingLogins } from '../identity/login/pending-logins.service.ts';
import { RequiredFactors } from '../identity/required-factors.service.ts';
import { SecondFactors } from '../identity/second-factor/second-factors.service.ts';
import { RegistrationsService } from '../registration/registrations.service.ts';
import { NewDeviceNoticeService } from '../identity/login/new-device-notice.service.ts';
import { OnboardingService } from '../registration/onboarding.service.ts';
import { UnfinishedLoginNotice } from '../identity/login/unfinished-login-notice.service.ts';

const services = [
  AccountMailService,
  ConfirmPersonService,
  ConsentsService,
  EndedAccessService,
  FactorRecoveries,
  IdentityProvidersService,
  InvitationBudgets,
  InvitationCodes,
  InvitationMailService,
  InvitationsService,
  InvitedAccounts,
  LockoutService,
  LoginGate,
  MemberChangesService,
  NewDeviceNoticeService,
  NoticesService,
  OwnerNoticeService,
  PendingCookie,
  PendingIdentitiesService,
  PendingLogins,
  RequiredFactors,
  SecondFactors,
  RegistrationsService,
  OnboardingService,
  UnfinishedLoginNotice,
];

@Global()
@Module({ providers: services, exports: services })
export class AccountsModule {}
