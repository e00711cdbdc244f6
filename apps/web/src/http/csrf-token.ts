let current = '';

/** The token every changing call carries: first the page's, then whatever `GET /session` last said. */
export function csrfToken(): string {
  return current;
}

export function setCsrfToken(token: string): void {
  current = token;
}
