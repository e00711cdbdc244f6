import { Global, Module } from '@nestjs/common';
import { CompanyIdentities } from '../identity/company-identities.ts';
import { CompanyModule } from './company.module.ts';
import { PendingIdentitiesService } from './decisions/pending-identities.service.ts';

@Global()
@Module({
  imports: [CompanyModule],
  providers: [{ provide: CompanyIdentities, useExisting: PendingIdentitiesService }],
  exports: [CompanyIdentities],
})
export class CompanyIdentitiesModule {}
