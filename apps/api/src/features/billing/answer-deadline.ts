import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { API_ANSWER_MS } from '@foyer/contracts/deadlines';
import { Observable } from 'rxjs';
import { within } from './deadline.ts';

/** Every call of a visitor that needs the card provider is answered before the page gives up. */
export class AnswerDeadline implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return new Observable((subscriber) => within(API_ANSWER_MS, () => next.handle().subscribe(subscriber)));
  }
}
