let current = '';

/** The CSRF token: first the page's, then the latest of `GET /session`. */
export function csrfToken(): string {
  return current;
}

export function setCsrfToken(token: string): void {
  current = token;
}
