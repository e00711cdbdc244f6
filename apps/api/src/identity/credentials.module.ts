import { Global, Module } from '@nestjs/common';
import { Metrics } from '../observe/metrics.ts';
import { AppAccessService } from '../connected-apps/app-access.service.ts';
import { DeviceCookie } from './login/device-cookie.ts';
import { KnownDevicesService } from './login/known-devices.service.ts';
import { LeakedPasswordsService } from './passwords/leaked-passwords.service.ts';
import { OneTimeLinksService } from './one-time-links.service.ts';
import { PasswordHasher } from './password-hasher.ts';
import { PasswordPolicy } from './password-policy.ts';
import { PasswordThreads } from './passwords/password-threads.ts';
import { ServiceCredential } from './service-credential.ts';

const services = [
  AppAccessService,
  DeviceCookie,
  KnownDevicesService,
  PasswordHasher,
  PasswordPolicy,
  PasswordThreads,
  LeakedPasswordsService,
  OneTimeLinksService,
  ServiceCredential,
];

@Global()
@Module({ providers: services, exports: services })
export class CredentialsModule {
  constructor(metrics: Metrics, hasher: PasswordHasher) {
    metrics.watch(
      'foyer_password_hash_queue_length',
      'Passwords waiting for a core.',
      () => hasher.waitingCount,
    );
  }
}
