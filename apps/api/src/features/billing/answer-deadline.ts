import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { API_ANSWER_MS } from '@foyer/contracts/deadlines';
import { Observable } from 'rxjs';
import { withDeadline } from './deadline.ts';

/** Answers every request that needs the card provider before the page gives up. */
export class AnswerDeadline implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((subscriber) =>
      withDeadline(API_ANSWER_MS, () => next.handle().subscribe(subscriber)),
    );
  }
}
