import {
  createParamDecorator,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';
import { Refusal } from '../http/refusal.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionService, type Session } from './session.service.ts';

const sessions = new WeakMap<Request, Session>();

/** Lets in who is signed in, and not those whose session may only pay. */
@Injectable()
export class SignedInGuard implements CanActivate {
  protected readonly letsPayersIn: boolean = false;

  constructor(
    private readonly cookie: SessionCookie,
    private readonly sessionService: SessionService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = this.cookie.readToken(request);
    const session = token === undefined ? undefined : await this.sessionService.find(token);
    if (!session || (session.restrictedTo && !this.letsPayersIn)) throw new Refusal('SignInRequired');
    sessions.set(request, session);
    return true;
  }
}

/** Lets in who may only pay, too. */
@Injectable()
export class SignedInToPayGuard extends SignedInGuard {
  protected override readonly letsPayersIn = true;
}

/** Marks a route or controller as one for signed-in visitors. */
export const SignedIn = () => UseGuards(SignedInGuard);

/** The same, for what a session that may only pay is for. */
export const SignedInToPay = () => UseGuards(SignedInToPayGuard);

/** The session that the guard found. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const session = sessions.get(context.switchToHttp().getRequest<Request>());
  if (!session) throw new Error('CurrentSession needs SignedIn on the route');
  return session;
});
