/** One input of the card element. Its style is set through the CSSOM, which a strict CSP allows. */

export interface CardField {
  name: 'number' | 'expiry' | 'cvc' | 'postalCode';
  label: string;
  placeholder: string;
  autocomplete: string;
  width: string;
  format(text: string): string;
}

export function setStyles(element: HTMLElement, styles: Record<string, string>): void {
  for (const [property, value] of Object.entries(styles)) element.style.setProperty(property, value);
}

export function createInput(field: CardField): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'text';
  input.name = { number: 'cardnumber', expiry: 'exp-date', cvc: 'cvc', postalCode: 'postal' }[field.name];
  input.dir = 'ltr';
  input.inputMode = field.name === 'postalCode' ? 'text' : 'numeric';
  input.setAttribute('aria-label', field.label);
  input.setAttribute('aria-invalid', 'false');
  input.setAttribute('autocomplete', field.autocomplete);
  input.setAttribute('autocorrect', 'off');
  input.spellcheck = false;
  input.placeholder = field.placeholder;
  setStyles(input, {
    flex: `1 1 ${field.width}`,
    'min-width': '0',
    border: '0',
    margin: '0',
    padding: '0 0.25em',
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    'line-height': '1.5',
  });
  return input;
}
