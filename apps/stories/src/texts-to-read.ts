/**
 * Runs in the browser. Returns the visible and the spoken texts of the page. A text beside other elements is returned
 * twice: alone and with them. Leaves out elements in another language (`lang`), the card provider's field, and options
 * with a country or state code.
 */
export function textsToRead(): string[] {
  const found = new Set<string>();
  const add = (text: string | null | undefined): void => {
    const said = text
      ?.replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (said) found.add(said);
  };
  add(document.title);
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('[lang]:not(html), script, style, noscript, template, .StripeElement')) continue;
    if (/^[A-Z]{2,3}$/.test(element.closest('[role=option]')?.getAttribute('data-key') ?? '')) continue;
    if (!element.checkVisibility()) continue;
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder'])
      add(element.getAttribute(name));
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    for (const { textContent } of own) add(textContent);
    if (own.some(({ textContent }) => textContent?.trim())) add(element.textContent);
  }
  return [...found];
}
