import { Global, Module } from '@nestjs/common';
import { OneTimeLinksService } from './one-time-links.service.ts';
import { PasswordHasher } from './password-hasher.ts';

/** One queue of hashes and one kind of link for every feature that needs them. */
@Global()
@Module({ providers: [PasswordHasher, OneTimeLinksService], exports: [PasswordHasher, OneTimeLinksService] })
export class CredentialsModule {}
