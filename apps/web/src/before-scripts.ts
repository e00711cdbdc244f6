/**
 * Inline script of every page. It runs until the application's scripts are loaded (decision 66). It holds each click and
 * repeats it when the application is ready, and passes on ticked boxes and choices; typing and links need no script. It has
 * no imports, because the build puts this file into the page unchanged.
 */

/** The build inserts the addresses of the scripts to load. The first script starts the application. */
declare const SCRIPTS: readonly [string, ...string[]];
/** Whether the HTML contains only an outline, which the scripts replace with the screen. */
declare const IS_OUTLINE: boolean;

let pressed: HTMLButtonElement | HTMLFormElement | undefined;
/** The changed boxes in the order of their changes, and whether each is checked. */
const chosen = new Map<HTMLInputElement, boolean>();

const buttons = () => document.querySelectorAll('button');

/** Holds a click or submit. Enter in a form also clicks its button; programs can submit without a click. The last one wins. */
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
  // After the application has handled these changes.
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

/** Disables all buttons that need scripts. Typed text stays readable, and links still work. */
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
// The HTML has disabled buttons, for browsers without scripts.
for (const button of buttons()) button.disabled = false;

// React Aria's texts and direction follow the page's language, not the browser's. It reads this value when it loads.
Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: document.documentElement.lang });

let isAskedFor = false;
function askForScripts(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  for (const href of SCRIPTS)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(SCRIPTS[0]).catch(fail);
}
// Loads the scripts after the first paint, or after a second, because a page in a background tab is not painted.
setTimeout(askForScripts, IS_OUTLINE ? 0 : 1000);
new PerformanceObserver(askForScripts).observe({ type: 'paint', buffered: true });

export {};
