import { Module } from '@nestjs/common';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import { CompanyProofService } from './company-proof.service.ts';
import { LookupService } from './lookup.service.ts';
import { MetadataService } from './metadata.service.ts';
import { ProvisioningService } from './provisioning.service.ts';
import { RejectionLogLimit } from './rejection-log-limit.ts';
import { RequestCookies } from './request-cookies.ts';
import { SamlController } from './saml.controller.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { SamlStrategy } from './saml.strategy.ts';
import { SamlThreads } from './saml-threads.ts';
import { SelfTestService } from './self-test.service.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  controllers: [SamlController],
  providers: [
    AssertionConsumerService,
    CompanyProofService,
    LookupService,
    MetadataService,
    ProvisioningService,
    RejectionLogLimit,
    RequestCookies,
    SamlRequestsService,
    SamlStrategy,
    SamlThreads,
    SelfTestService,
    SignInService,
  ],
})
export class SamlModule {}
