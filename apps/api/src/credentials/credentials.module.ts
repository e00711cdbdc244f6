import { Global, Module } from '@nestjs/common';
import { LockoutService } from './lockout.service.ts';
import { OneTimeLinksService } from './one-time-links.service.ts';
import { PasswordHasher } from './password-hasher.ts';
import { PasswordPolicy } from './password-policy.ts';

const services = [PasswordHasher, PasswordPolicy, LockoutService, OneTimeLinksService];

/** One queue of hashes, one count of tries and one kind of link for every feature that needs them. */
@Global()
@Module({ providers: services, exports: services })
export class CredentialsModule {}
