import { Controller, Get, HttpCode, Post, SerializeOptions } from '@nestjs/common';
import { entitlementsOf } from '@foyer/catalog/entitlements';
import { endpoints } from '@foyer/contracts/endpoints';
import { userinfoReply, type UserinfoReply } from '@foyer/contracts/oauth';
import type { AppAccess } from '../../credentials/app-access.service.ts';
import { CurrentAccess, RequireScope } from '../../http/require-scope.ts';

@Controller()
export class UserInfoController {
  /**
   * `GET /oauth/userinfo`: the user who granted access, and what their plan allows. 401 `invalid_token`, 403
   * `insufficient_scope`.
   */
  @Get(endpoints.oauthUserinfo.path)
  @RequireScope('profile')
  @SerializeOptions({ schema: userinfoReply })
  describe(@CurrentAccess() access: AppAccess): UserinfoReply {
    return toReply(access);
  }

  /** `POST /oauth/userinfo`: the same, as some libraries call it (OpenID Connect Core 5.3.1). The token is in the header. */
  @Post(endpoints.oauthUserinfoByPost.path)
  @HttpCode(200)
  @RequireScope('profile')
  @SerializeOptions({ schema: userinfoReply })
  describeByPost(@CurrentAccess() access: AppAccess): UserinfoReply {
    return toReply(access);
  }
}

function toReply({ user, team }: AppAccess): UserinfoReply {
  const { plan } = team;
  return {
    sub: user.id,
    name: `${user.firstName} ${user.lastName}`,
    email: user.email,
    email_verified: true,
    team: { id: team.id, name: team.name },
    plan,
    entitlements: { ...entitlementsOf(plan) },
  };
}
