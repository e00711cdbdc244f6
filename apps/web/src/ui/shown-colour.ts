/** A token's colour as it is shown now, for what does not see our style sheets: `--colour-ink` -> `rgb(28, 33, 64)`. */
export function shownColour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
