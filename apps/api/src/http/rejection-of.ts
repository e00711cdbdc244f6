import { endpoints } from '@foyer/contracts/endpoints';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { Request } from 'express';
import type { Rejection } from '../observe/metrics.ts';
import type { Problem } from '../request/problem.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';

const REJECTIONS: Partial<Record<ProblemCode, Rejection>> = {
  SignInRequired: 'session',
  NotOwner: 'rights',
  WrongAccount: 'rights',
  EmailMismatch: 'rights',
  AddressKept: 'rights',
  Deactivated: 'rights',
  SubscriptionEnded: 'rights',
  AccountLeaving: 'rights',
  SecondFactorMissing: 'rights',
  OwnSecondFactor: 'rights',
  RecoveryNotOffered: 'rights',
  HttpsRequired: 'rights',
  InvalidCsrfToken: 'csrf',
  TooManyRequests: 'rate',
  InvitationLimitReached: 'rate',
};

const REJECTIONS_OF_APPS: Partial<Record<OAuthErrorCode, Rejection>> = {
  invalid_client: 'client',
  invalid_token: 'token',
  insufficient_scope: 'rights',
};

export function rejectionOf(fault: Problem | OAuthError, { endpoint }: Request): Rejection | undefined {
  if (fault instanceof OAuthError) return REJECTIONS_OF_APPS[fault.code];
  if (endpoint === endpoints.stripeWebhook && fault.code === 'MalformedBody') return 'webhook';
  return REJECTIONS[fault.code];
}
