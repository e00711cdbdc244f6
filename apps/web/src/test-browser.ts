import { TextDecoder, TextEncoder } from 'node:util';

// What every browser has and jsdom has not. Imported before anything that wants it.
Object.assign(globalThis, {
  TextDecoder,
  TextEncoder,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false },
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
  scrollTo() {},
});
Object.assign(Element.prototype, { scrollIntoView() {} });
