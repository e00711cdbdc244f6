import { TextDecoder, TextEncoder } from 'node:util';

// Defines browser APIs that jsdom lacks. Import this file before any module that uses them.
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false },
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
  scrollTo() {},
});
Object.assign(Element.prototype, { scrollIntoView() {} });
