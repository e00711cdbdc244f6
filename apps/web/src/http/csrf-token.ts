let current = '';

export function csrfToken(): string {
  return current;
}

export function setCsrfToken(token: string): void {
  current = token;
}
