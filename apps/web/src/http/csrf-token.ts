let current = '';

/** The token is from the page, or a newer one from an answer of the server. */
export function csrfToken(): string {
  return current;
}

export function setCsrfToken(token: string): void {
  current = token;
}
