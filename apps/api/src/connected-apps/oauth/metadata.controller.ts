import { Controller, Inject } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { GRANT_TYPES } from './authorization-server.ts';
import { PROMPTS } from './prompts.ts';
import { Route } from '../../http/route.ts';

const BY_SECRET = ['client_secret_basic', 'client_secret_post'];

@Controller()
export class MetadataController {
  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {}

  /** RFC 8414 2, RFC 9207 3 */
  @Route(endpoints.oauthMetadata)
  describe(): object {
    const { origin } = this.env.PUBLIC_URL;
    return {
      issuer: origin,
      authorization_endpoint: origin + pages.oauthAuthorize,
      token_endpoint: origin + endpoints.oauthToken.path,
      userinfo_endpoint: origin + endpoints.oauthUserinfo.path,
      revocation_endpoint: origin + endpoints.oauthRevoke.path,
      introspection_endpoint: origin + endpoints.oauthIntrospect.path,
      scopes_supported: Object.keys(oauthScopes),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: [...BY_SECRET, 'none'],
      revocation_endpoint_auth_methods_supported: [...BY_SECRET, 'none'],
      introspection_endpoint_auth_methods_supported: BY_SECRET,
      code_challenge_methods_supported: ['S256'],
      prompt_values_supported: PROMPTS,
      authorization_response_iss_parameter_supported: true,
    };
  }
}
