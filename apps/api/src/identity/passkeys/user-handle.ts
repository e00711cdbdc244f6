/**
 * A user's handle in their authenticators (WebAuthn Level 3, 5.4.3): the bytes of their id, so that it names nobody and
 * outlives a change of the address. base64url.
 */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
