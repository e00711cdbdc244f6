/** The redirect URI with the answer's parameters (RFC 6749 4.1.2, RFC 9207 2). */
export function answerLocation(
  redirectUri: string,
  answer: { iss: string; state: string | undefined } & Record<string, string | undefined>,
): string {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) target.searchParams.set(name, value);
  return target.href;
}
