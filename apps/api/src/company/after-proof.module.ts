import { Global, Module } from '@nestjs/common';
import { AfterProof } from '../identity/after-proof.ts';
import { CompanyModule } from './company.module.ts';
import { PendingIdentitiesService } from './decisions/pending-identities.service.ts';

@Global()
@Module({
  imports: [CompanyModule],
  providers: [{ provide: AfterProof, useExisting: PendingIdentitiesService }],
  exports: [AfterProof],
})
export class AfterProofModule {}
