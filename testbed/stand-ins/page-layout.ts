/** `body` is HTML. */
export function layOutPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f7f9; color: #1f2937;
             font: 1rem/1.6 system-ui, sans-serif; }
      main { box-sizing: border-box; width: 100%; max-width: 30rem; padding: 2rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.3; }
      h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
      h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
      section { margin-top: 2rem; border-top: 1px solid #d1d5db; }
      section h2 { font-size: 1.25rem; }
      a { color: #1d4ed8; }
      li { margin-bottom: 1rem; }
      label { display: block; margin-bottom: 0.75rem; }
      input, select { display: block; box-sizing: border-box; width: 100%; }
      input, select, button { min-height: 2.5rem; padding: 0.25rem 0.75rem; font: inherit; color: inherit;
                              background: #fff; border: 1px solid #6b7280; border-radius: 0.375rem; }
      button { cursor: pointer; color: #fff; background: #1d4ed8; border-color: #1d4ed8; }
      .person { display: block; width: 100%; margin-bottom: 0.5rem; text-align: left; color: inherit;
                background: #fff; border-color: #6b7280; }
      nav, .row { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; margin: 1rem 0; }
      fieldset { margin: 0 0 0.75rem; padding: 0.5rem 0.75rem; border: 1px solid #6b7280; border-radius: 0.375rem; }
      .choice { display: flex; align-items: center; gap: 0.5rem; min-height: 2rem; margin: 0; }
      .choice input { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: 0; }
      .notice { padding: 0.5rem 0.75rem; background: #fff; border: 1px solid #d1d5db; border-left: 0.25rem solid #15803d;
                overflow-wrap: anywhere; }
      .notice[role="alert"] { border-left-color: #b91c1c; }
      dt { font-weight: 600; }
      dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
      :focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
