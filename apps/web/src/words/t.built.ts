import type { CompiledMessage } from 'icu-minify/format';
import { fill, fillRich } from './fill.ts';

/** The functions of `t.ts` for the build, which passes compiled messages instead of texts. */
export const t = (message: CompiledMessage, values: object | undefined) => fill(message, values);

export const rich = (message: CompiledMessage, values: object) => fillRich(message, values);
