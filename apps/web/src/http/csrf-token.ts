let current = '';

/** The CSRF token from the page, until `GET /session` returns a newer one. */
export function csrfToken(): string {
  return current;
}

export function setCsrfToken(token: string): void {
  current = token;
}
