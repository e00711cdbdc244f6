import {
  createParamDecorator,
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Restriction } from '@foyer/catalog/subscription-states';
import type { Request } from 'express';
import { Problem } from '../request/problem.ts';
import { restrictionProblems } from './access.ts';
import { SessionService, type Session } from './session.service.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * Set by `SignedIn`. Not named `session`, because express-session's types declare that name and the specs load
     * them.
     */
    userSession?: Session;
  }
}

const ALSO_FOR = 'also-for-restricted-sessions';

/**
 * A restricted session passes only on routes that allow it (docs/product.md 10). Exception: when a subscription has
 * ended, members who are not the owner may read everywhere. Throws `SignInRequired`, and the problems of
 * `restrictionProblems`.
 */
@Injectable()
class SignedInGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessionService: SessionService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const session = await this.sessionService.find(request.context);
    if (!session) throw new Problem('SignInRequired');
    const { restrictedTo } = session;
    if (restrictedTo && !this.#isFor(restrictedTo, request, context))
      throw new Problem(restrictionProblems[restrictedTo]);
    request.userSession = session;
    return true;
  }

  #isFor(restriction: Restriction, { method }: Request, context: ExecutionContext): boolean {
    const route = [context.getHandler(), context.getClass()];
    const also = this.reflector.getAllAndMerge<Restriction[]>(ALSO_FOR, route);
    const isReading = method === 'GET' || method === 'HEAD';
    return also.includes(restriction) || (restriction === 'ended-member' && isReading);
  }
}

export const SignedIn = () => UseGuards(SignedInGuard);

export const AllowRestricted = (...restrictions: Restriction[]) => SetMetadata(ALSO_FOR, restrictions);

export const SignedInToPay = () => applyDecorators(SignedIn(), AllowRestricted('billing'));

export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { userSession: session } = context.switchToHttp().getRequest<Request>();
  if (!session) throw new Error('CurrentSession needs SignedIn on the route');
  return session;
});
