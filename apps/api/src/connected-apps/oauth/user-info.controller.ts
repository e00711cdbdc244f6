import { Controller } from '@nestjs/common';
import { entitlementsOf } from '@foyer/catalog/entitlements';
import { fullName } from '@foyer/catalog/person-name';
import { endpoints } from '@foyer/contracts/endpoints';
import { userinfoReply, type UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import type { AppAccess } from '../app-access.service.ts';
import { CurrentAccess, RequireScope } from '../require-scope.ts';
import { Route } from '../../http/route.ts';

@Controller()
export class UserInfoController {
  @Route(endpoints.oauthUserinfo, userinfoReply)
  @RequireScope('profile')
  describe(@CurrentAccess() access: AppAccess) {
    return toReply(access);
  }

  /** For libraries that use POST (OpenID Connect Core 5.3.1). The token is in the header. */
  @Route(endpoints.oauthUserinfoByPost, userinfoReply)
  @RequireScope('profile')
  describeByPost(@CurrentAccess() access: AppAccess) {
    return toReply(access);
  }
}

function toReply({ user, team }: AppAccess): UserinfoReply {
  const { plan } = team;
  return {
    sub: user.id,
    name: fullName(user),
    email: user.email,
    email_verified: true,
    team: { id: team.id, name: team.name },
    plan,
    entitlements: { ...entitlementsOf(plan) },
  };
}
