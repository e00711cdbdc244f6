import { createRequire } from 'node:module';
import SharedEnvironment from './shared-environment.mjs';

const { JSDOM, VirtualConsole } = createRequire(import.meta.resolve('jest-environment-jsdom'))('jsdom');

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];
/** Globals that jsdom itself needs from Node, or that Jest replaces. */
const OF_NODE = [
  ...TIMERS,
  'atob',
  'btoa',
  'console',
  'globalThis',
  'performance',
  'queueMicrotask',
  'structuredClone',
];
/** Globals that specs define themselves, because jsdom lacks them. */
const MISSING = ['CSS', 'matchMedia'];

/** The number of event loop turns in which React finishes the work of a spec file. */
const LAST_TURNS = 20;

/** jsdom's window. All files of a worker share it, because packages cache its objects. `teardown` empties its page. */
const { window } = new JSDOM('<!DOCTYPE html>', {
  url: 'http://localhost/',
  pretendToBeVisual: true,
  virtualConsole: new VirtualConsole().on('jsdomError', (error) => console.error(error)),
});
for (const name of TIMERS) Object.defineProperty(window, name, { get: () => globalThis[name] });

const globals = Object.fromEntries(
  [...namesOf(window), ...MISSING]
    .filter((name) => !OF_NODE.includes(name))
    .filter((name) => MISSING.includes(name) || !Object.is(window[name], globalThis[name]))
    .map((name) => [name, throughWindow(name)]),
);

function namesOf(object) {
  if (object === Object.prototype) return [];
  const names = Object.getOwnPropertyNames(object).filter((name) => name !== 'constructor');
  return [...names, ...namesOf(Object.getPrototypeOf(object))];
}

function throughWindow(name) {
  const value = window[name];
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
  const atHand = isMethod ? value.bind(window) : value;
  return {
    configurable: true,
    get: () => (window[name] === value ? atHand : window[name]),
    set: (next) => (window[name] = next),
  };
}

export default class BrowserEnvironment extends SharedEnvironment {
  #before = [];
  #endings = [];

  async setup() {
    this.#before = [globalThis, window].map((object) => [object, Object.getOwnPropertyDescriptors(object)]);
    Object.defineProperties(globalThis, globals);
    this.#endAfterwards('setTimeout', clearTimeout);
    this.#endAfterwards('setInterval', clearInterval);
    this.#endAfterwards('requestAnimationFrame', globalThis.cancelAnimationFrame);
  }

  /**
   * Makes `teardown` cancel what a global such as `setTimeout` has started, so that it does not run in the next file.
   */
  #endAfterwards(name, end) {
    const start = globalThis[name];
    globalThis[name] = (...what) => {
      const handle = start(...what);
      this.#endings.push(() => end(handle));
      return handle;
    };
  }

  async teardown() {
    await super.teardown();
    // Waits for React's remaining work. On an empty page this work would fail, and the error would end the worker.
    for (let turn = 0; turn < LAST_TURNS; turn++) await new Promise(setImmediate);
    // In reverse order: the first animation frame starts the timer of all frames, so it must be canceled last.
    for (const end of this.#endings.toReversed()) end();
    emptyPage();
    for (const [object, properties] of this.#before) restore(object, properties);
  }
}

function emptyPage() {
  const { document, history, localStorage, sessionStorage } = window;
  const { documentElement, head, body } = document;
  for (const element of [documentElement, head, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  head.replaceChildren();
  body.replaceChildren();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

function restore(object, properties) {
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    const before = properties[name];
    if (!now.configurable || (before && now.value === before.value && now.get === before.get)) continue;
    if (before) Object.defineProperty(object, name, before);
    else delete object[name];
  }
}
