import type { CompiledMessage } from 'icu-minify/format';
import { fill, fillRich } from './fill.ts';

/** Replaces `t.ts` in the build, which passes the compiled text instead of id and text. */
export const t = (message: CompiledMessage, values: object | undefined) => fill(message, values);

export const rich = (message: CompiledMessage, values: object) => fillRich(message, values);
