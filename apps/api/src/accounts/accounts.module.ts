import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { ConfirmPersonService } from './confirm-person.service.ts';
import { ConsentsService } from './consents.service.ts';
import { EndedAccessService } from './ended-access.service.ts';
import { FactorRecoveries } from './factor-recoveries.service.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { InvitationBudgets } from './invitation-budgets.service.ts';
import { InvitationCodes } from './invitation-codes.service.ts';
import { InvitationMailService } from './invitation-mail.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { InvitedAccounts } from './invited-accounts.service.ts';
import { LockoutService } from './lockout.service.ts';
import { LoginGate } from './login-gate.service.ts';
import { MemberChangesService } from './member-changes.service.ts';
import { NoticesService } from './notices.service.ts';
import { OwnerNoticeService } from './owner-notice.service.ts';
import { PendingCookie } from './pending-cookie.ts';
import { PendingIdentitiesService } from './pending-identities.service.ts';
import { PendingLogins } from './pending-logins.service.ts';
import { RequiredFactors } from './required-factors.service.ts';
import { SecondFactors } from './second-factors.service.ts';
import { RegistrationsService } from './registrations.service.ts';
import { NewDeviceNoticeService } from './new-device-notice.service.ts';
import { OnboardingService } from './onboarding.service.ts';
import { UnfinishedLoginNotice } from './unfinished-login-notice.service.ts';

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
