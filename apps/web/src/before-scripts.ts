/**
 * Inline script of every page, for the time until the application handles events (decision 66). It keeps the last click
 * on a button and all changes of checkboxes and radio buttons, and repeats them when the application is ready. It has
 * no imports, because the build compiles only this file into the page.
 */

/** Inserted by the build. The first script starts the application. */
declare const SCRIPTS: readonly [string, ...string[]];
/** True if the HTML contains only a placeholder, which the scripts replace with the screen. */
declare const IS_OUTLINE: boolean;

let pressed: HTMLButtonElement | HTMLFormElement | undefined;
/** In the order of the changes. The value is whether the box is checked. */
const chosen = new Map<HTMLInputElement, boolean>();

const buttons = document.querySelectorAll('button');
/** React handles the controls that it adds itself, and may replace them before the application is ready. */
const fromHtml = new Set<Element>([...buttons, ...document.forms]);

/** Keeps the last click on a button, or the last submit without a click (`requestSubmit`). */
function hold(event: Event): void {
  const { target } = event;
  const control = target instanceof HTMLFormElement ? target : (target as Element).closest('button');
  if (!control || !fromHtml.has(control)) return;
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
  // Resets each changed box before the click, which changes the box again and gives the application an event.
  for (const [box, isOn] of chosen) {
    box.checked = !isOn;
    box.click();
  }
  // Waits until the application has handled these changes.
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

/** Disables all buttons except the one that reloads the page. Typed text stays readable, and links still work. */
function fail(): void {
  stopHolding();
  for (const button of buttons) button.disabled = button.id !== 'reload';
  document.getElementById('reload')?.addEventListener('click', () => location.reload());
  document.getElementById('unfinished')?.removeAttribute('hidden');
}

addEventListener('click', hold, true);
addEventListener('submit', hold, true);
// Added before React's listener, which stops events of elements that React has not hydrated yet.
addEventListener('change', choose, true);
addEventListener('ready', release, { once: true });
// The HTML disables all buttons, for browsers without scripts.
for (const button of buttons) button.disabled = false;

// Gives React Aria the page's language. By default, it uses the browser's language.
Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: document.documentElement.lang });

let isAskedFor = false;
function askForScripts(): void {
  if (isAskedFor) return;
  isAskedFor = true;
  for (const href of SCRIPTS)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(SCRIPTS[0]).catch(fail);
}
// Loads the scripts after the first paint, or immediately for a placeholder. Browsers do not paint a background tab, so
// a timer also loads them.
setTimeout(askForScripts, IS_OUTLINE ? 0 : 1000);
new PerformanceObserver(askForScripts).observe({ type: 'paint', buffered: true });

export {};
