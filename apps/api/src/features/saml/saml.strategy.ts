import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-strategy';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import type { Examined } from './examination.ts';

const STRATEGY = 'saml';

type Options = { examine: (request: Request) => Promise<Examined> };

/**
 * Our own strategy: the ready one logs visitors out on an unsigned message and lets messages without a user pass
 * (docs/security.md 3.2). Passport keeps strategies for the whole process, so this one holds nothing; who examines is
 * told by the guard of the application that was asked.
 */
@Injectable()
export class SamlStrategy extends PassportStrategy(Strategy, STRATEGY) {
  override authenticate(request: Request, { examine }: Options): void {
    examine(request).then(
      (examined) => this.success(examined),
      (error: unknown) => this.error(error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Required by Nest for strategies that ask for a user; this one brings an examined. */
  validate(examined: unknown): unknown {
    return examined;
  }
}

/** Lets in nothing but a response that has passed every check; it is then `request.user`. Throws `SsoRefused`. */
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

  override handleRequest<Result>(error: Error | null, examined: Result | false): Result {
    if (error) throw error;
    if (!examined) throw new Error('the response was not examined');
    return examined;
  }
}
