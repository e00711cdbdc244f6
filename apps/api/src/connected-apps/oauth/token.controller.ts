import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Request, Response } from 'express';
import { restrictToOriginsOf } from '../../http/cross-origin.ts';
import { AppAccessService, type TokenState } from '../app-access.service.ts';
import { bearerOf } from '../require-scope.ts';
import { Route } from '../../http/route.ts';
import { ServiceCredential } from '../service-credential.ts';
import { OAuthError } from '../../http/oauth-error.ts';
import { AuthorizationServer, type TokenReply } from './authorization-server.ts';
import { ClientsService, credentialsOf, type Client } from './clients.service.ts';
import { readFormParameters, type Parameters } from './parameters.ts';
import { GrantsService } from './grants.service.ts';

/** Apps and the diagramming product call these endpoints directly. They accept only forms and ignore cookies. */
@Controller()
export class TokenController {
  constructor(
    private readonly clients: ClientsService,
    private readonly server: AuthorizationServer,
    private readonly appAccess: AppAccessService,
    private readonly grants: GrantsService,
    private readonly serviceCredential: ServiceCredential,
  ) {}

  /** RFC 6749 4.1.3, 6 */
  @Route(endpoints.oauthToken)
  async exchange(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TokenReply> {
    response.setHeader('Pragma', 'no-cache');
    const parameters = readFormParameters(request);
    const client = await this.#authenticate(request, parameters);
    return this.server.exchange(client, parameters, request.context);
  }

  /** RFC 7009: 200 also for an unknown token, or for another app's token, which stays valid. */
  @Route(endpoints.oauthRevoke)
  async revoke(@Req() request: Request): Promise<object> {
    const parameters = readFormParameters(request);
    const client = await this.#authenticate(request, parameters);
    await this.grants.revokeToken(client, requireToken(parameters), request.context);
    // Some clients parse every answer as JSON.
    return {};
  }

  /**
   * RFC 7662. The diagramming product authenticates with its bearer credential. A confidential app authenticates with
   * its secret and sees only its own tokens.
   */
  @Route(endpoints.oauthIntrospect)
  async introspect(@Req() request: Request): Promise<TokenState> {
    const parameters = readFormParameters(request);
    if (this.serviceCredential.isGoodFor(bearerOf(request)))
      return this.appAccess.describe(requireToken(parameters));
    const client = await this.#authenticate(request, parameters);
    if (client.secretHash === null || !client.isEnabled)
      throw new OAuthError('invalid_client', 'Only apps with a secret may ask.');
    return this.appAccess.describe(requireToken(parameters), client);
  }

  async #authenticate(request: Request, parameters: Parameters): Promise<Client> {
    const credentials = credentialsOf(request.get('authorization'), parameters);
    const client = await this.clients.find(credentials.clientId);
    // Restricts the origins before the check of the secret, so that a page of another app cannot read the error of the
    // check.
    if (client) restrictToOriginsOf(client, request);
    return this.clients.authenticate(client, credentials);
  }
}

function requireToken({ token }: Parameters): string {
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
  return token;
}
