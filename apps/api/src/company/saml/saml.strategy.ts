import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import type { VerifiedSignIn } from './stages.ts';

const STRATEGY = 'saml';

type Options = { examine: (request: Request) => Promise<VerifiedSignIn> };

/**
 * Replaces the strategy of passport-saml, which logs visitors out after an unsigned message (decision 22) and accepts
 * messages without a user. Keeps no state, because Passport registers a strategy once per process.
 */
@Injectable()
export class SamlStrategy extends PassportStrategy(passport.Strategy, STRATEGY) {
  override authenticate(request: Request, { examine }: Options): void {
    examine(request).then(
      (person) => this.success(person),
      (error: unknown) => this.error(error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Nest's base class requires this method. */
  validate(person: unknown): unknown {
    return person;
  }
}

@Injectable()
export class SamlGuard extends AuthGuard(STRATEGY) {
  constructor(private readonly consumer: AssertionConsumerService) {
    super();
  }

  override getAuthenticateOptions(_context: ExecutionContext): Options {
    return {
      examine: (request) =>
        this.consumer.examine(
          { idpName: String(request.params['idpName']), body: request.body },
          request.context,
        ),
    };
  }

  override handleRequest<Result>(error: Error | null, person: Result | false): Result {
    if (error) throw error;
    if (!person) throw new Error('the response was not examined');
    return person;
  }
}
