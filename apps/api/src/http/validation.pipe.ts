import { StandardSchemaValidationPipe } from '@nestjs/common';
import { fieldsOf } from '@foyer/contracts/problems';
import { Refusal } from './refusal.ts';

/** Checks bodies and queries against the contract's schema in the route; faults become `ValidationFailed`. */
export const validationPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) => new Refusal('ValidationFailed', { fields: fieldsOf(issues) }),
});
