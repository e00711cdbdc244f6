import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import { domainOf } from '@foyer/contracts/email';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  findIdpBody,
  findIdpDomainBody,
  findIdpDomainReply,
  findIdpReply,
  samlLookupQuery,
  samlLookupReply,
  type FindIdpBody,
  type FindIdpDomainBody,
  type SamlLookupQuery,
} from '@foyer/contracts/company/saml';
import type { Response } from 'express';
import { Problem } from '../../request/problem.ts';
import { IdentityProvidersService } from '../identity-providers.service.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ServiceProviderService } from './service-provider.service.ts';

@Controller()
export class SamlController {
  constructor(
    private readonly lookup: ServiceProviderService,
    private readonly identityProviders: IdentityProvidersService,
  ) {}

  @Route(endpoints.samlLookup, samlLookupReply)
  async begin(
    @Param('idpName') idpName: string,
    @Query({ schema: samlLookupQuery }) query: SamlLookupQuery,
    @CurrentRequest() request: RequestContext,
  ) {
    return this.lookup.begin(idpName, query, request);
  }

  @Route(endpoints.findIdp, findIdpReply)
  async find(@Body({ schema: findIdpBody }) { email }: FindIdpBody) {
    const idpNames = await this.identityProviders.findNames(domainOf(email));
    const [idpName] = idpNames;
    if (idpName === undefined) throw new Problem('IdpUnknown');
    return idpNames.length > 1 ? { idpName, idpNames } : { idpName };
  }

  @Route(endpoints.findIdpDomain, findIdpDomainReply)
  async findDomain(@Body({ schema: findIdpDomainBody }) { domain }: FindIdpDomainBody) {
    return { hasSingleSignOn: (await this.identityProviders.findNames(domain)).length > 0 };
  }

  @Route(endpoints.samlMetadata)
  async describe(@Param('idpName') idpName: string, @Res() response: Response): Promise<void> {
    response.type('application/samlmetadata+xml').send(await this.lookup.describe(idpName));
  }
}
