import { StandardSchemaValidationPipe } from '@nestjs/common';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { Problem } from '../request/problem.ts';

/** Checks bodies and queries against the contract's schema in the route; faults become `ValidationFailed`. */
export const validationPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) => new Problem('ValidationFailed', { fields: fieldsOf(issues) }),
});
