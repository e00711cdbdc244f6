import { Module } from '@nestjs/common';
import { CeremoniesService } from './ceremonies.service.ts';
import { ChallengesService } from './challenges.service.ts';
import { PasskeyLoginController } from './passkey-login.controller.ts';
import { PasskeyLoginService } from './passkey-login.service.ts';
import { PasskeyNotices } from './passkey-notices.service.ts';
import { PasskeyProofService } from './passkey-proof.service.ts';
import { PasskeysController } from './passkeys.controller.ts';
import { PasskeysService } from './passkeys.service.ts';
import { SignaturesService } from './signatures.service.ts';

@Module({
  controllers: [PasskeysController, PasskeyLoginController],
  providers: [
    ...[CeremoniesService, ChallengesService, PasskeyLoginService, PasskeyNotices, PasskeyProofService],
    ...[PasskeysService, SignaturesService],
  ],
})
export class PasskeysModule {}
