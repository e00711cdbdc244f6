import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-strategy';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import type { Person } from './stages.ts';

const STRATEGY = 'saml';

type Options = { examine: (request: Request) => Promise<Person> };

/**
 * Our own strategy: the ready one logs visitors out on an unsigned message and lets messages without a user pass
 * (docs/security.md 3.2). Passport keeps strategies for the whole process, so this one holds nothing; who examines is
 * told by the guard of the application that was asked.
 */
@Injectable()
export class SamlStrategy extends PassportStrategy(Strategy, STRATEGY) {
  override authenticate(request: Request, { examine }: Options): void {
    examine(request).then(
      (person) => this.success(person),
      (error: unknown) => this.error(error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Required by Nest for strategies that ask for a user; this one brings a person. */
  validate(person: unknown): unknown {
    return person;
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

  override handleRequest<Result>(error: Error | null, person: Result | false): Result {
    if (error) throw error;
    if (!person) throw new Error('the response was not examined');
    return person;
  }
}
