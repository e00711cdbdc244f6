import { Module } from '@nestjs/common';
import { Metrics } from '../observe/metrics.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { AccountMails } from './account-mails.service.ts';
import { StepUpService } from './sessions/step-up.service.ts';
import { Csrf } from './csrf.ts';
import { FactorRecoveries } from './factor-recoveries.service.ts';
import { LockoutService } from './login/lockout.service.ts';
import { Admission } from './admission.service.ts';
import { LoginLimit } from './login-limit.ts';
import { KnownDevicesService } from './login/known-devices.service.ts';
import { LoginCompletion } from './login/login-completion.service.ts';
import { LoginController } from './login/login.controller.ts';
import { LoginService } from './login/login.service.ts';
import { SecondStepController } from './login/second-step.controller.ts';
import { LostFactorService } from './login/lost-factor.service.ts';
import { PendingLogins } from './login/pending-logins.service.ts';
import { SecondStepService } from './login/second-step.service.ts';
import { CeremoniesService } from './passkeys/ceremonies.service.ts';
import { PasskeyLoginController } from './passkeys/passkey-login.controller.ts';
import { PasskeysController } from './passkeys/passkeys.controller.ts';
import { PasskeysService } from './passkeys/passkeys.service.ts';
import { Passwords } from './passwords.ts';
import { PasswordHashes } from './passwords/password-hashes.ts';
import { FactorSecrets } from './second-factor/factor-secrets.ts';
import { SecondFactorController } from './second-factor/second-factor.controller.ts';
import { SecondFactorService } from './second-factor/second-factor.service.ts';
import { FactorCheck } from './second-factor/factor-check.service.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';
import { SecurityController } from './sessions/security.controller.ts';
import { SecurityService } from './sessions/security.service.ts';
import { SessionController } from './sessions/session.controller.ts';

@Module({
  imports: [MailsModule],
  controllers: [
    LoginController,
    SecondStepController,
    PasskeyLoginController,
    PasskeysController,
    SecondFactorController,
    SecurityController,
    SessionController,
  ],
  providers: [
    AccountMails,
    Admission,
    CeremoniesService,
    StepUpService,
    Csrf,
    FactorRecoveries,
    FactorSecrets,
    KnownDevicesService,
    LockoutService,
    LoginCompletion,
    LoginLimit,
    LoginService,
    LostFactorService,
    PasskeysService,
    Passwords,
    { provide: PasswordHashes, useExisting: Passwords },
    PendingLogins,
    SecondFactorService,
    FactorCheck,
    SecondStepService,
    SecurityService,
    SessionCookie,
    SessionService,
  ],
  exports: [
    AccountMails,
    Admission,
    Csrf,
    FactorRecoveries,
    LoginLimit,
    Passwords,
    SessionCookie,
    SessionService,
  ],
})
export class IdentityModule {
  constructor(metrics: Metrics, passwords: Passwords) {
    metrics.watch(
      'foyer_password_hash_queue_length',
      'Passwords waiting for a core.',
      () => passwords.waitingCount,
    );
  }
}
