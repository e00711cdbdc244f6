import { StandardSchemaValidationPipe } from '@nestjs/common';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { Problem } from '../request/problem.ts';

/** Validates bodies and queries against the route's contract schema; throws `ValidationFailed`. */
export const validationPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) => new Problem('ValidationFailed', { fields: fieldsOf(issues) }),
});
