import type { Line } from './table.ts';

export const lines: Line[] = [];
export const notes: string[] = [];

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const cpu = (value: number): string => `${value.toFixed(2)} ms`;
export const ratio = (value: number): string => value.toFixed(2);
export const mb = (value: number): string => `${Math.round(value)} MB`;
export const kb = (value: number): string => `${value.toFixed(1)} kB`;
export const whole = (value: number): string => String(value);
export const seconds = (value: number): string => `${value.toFixed(1)} s`;
