/**
 * Inline script of every page. It runs until the application's scripts are loaded (decision 66). It holds each click and
 * repeats it when the application is ready, and passes on ticked boxes and choices; typing and links need no script. It has
 * no imports, because the build puts this file into the page unchanged.
 */

/** The build's: addresses of the scripts to ask for, the one that starts the application first. */
declare const SCRIPTS: readonly [string, ...string[]];
/** The HTML has no screen yet, which the scripts bring. */
declare const IS_OUTLINE: boolean;

let pressed: HTMLButtonElement | HTMLFormElement | undefined;
/** In their order, and whether each is on. */
const chosen = new Map<HTMLInputElement, boolean>();

const buttons = () => document.querySelectorAll('button');

/** Enter in a form presses its button, too; programs send a form without. Only the last counts, as for a person. */
function hold(event: Event): void {
  const { target } = event;
  const control = target instanceof HTMLFormElement ? target : (target as Element).closest('button');
  if (!control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressed = control;
}

function choose({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !/^(radio|checkbox)$/.test(target.type)) return;
  chosen.delete(target);
  chosen.set(target, target.checked);
}

function release(): void {
  stopHolding();
  // The application gets each change as an event after it has taken over the HTML.
  for (const [box, isOn] of chosen) {
    box.checked = !isOn;
    box.click();
  }
  // Once it has done what that asks of it.
  queueMicrotask(press);
}

function press(): void {
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed?.click();
}

function stopHolding(): void {
  removeEventListener('click', hold, true);
  removeEventListener('submit', hold, true);
  removeEventListener('change', choose, true);
}

/** Disables what cannot work. Typed text stays readable, and links still work. */
function fail(): void {
  stopHolding();
  for (const button of buttons()) button.disabled = button.id !== 'reload';
  document.getElementById('reload')?.addEventListener('click', () => location.reload());
  document.getElementById('unfinished')?.removeAttribute('hidden');
}

addEventListener('click', hold, true);
addEventListener('submit', hold, true);
// Before React's listener, which stops events of elements that it has not taken over yet.
addEventListener('change', choose, true);
addEventListener('ready', release, { once: true });
// The HTML has them disabled for those without scripts.
for (const button of buttons()) button.disabled = false;

// React Aria's own words and its direction are the page's, not the browser's; it reads this when it is loaded.
Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: document.documentElement.lang });

let isAskedFor = false;
function askForScripts(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  for (const href of SCRIPTS)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(SCRIPTS[0]).catch(fail);
}
// Once the page has been painted; after a second in any case, because one in the background is not painted.
setTimeout(askForScripts, IS_OUTLINE ? 0 : 1000);
new PerformanceObserver(askForScripts).observe({ type: 'paint', buffered: true });

export {};
