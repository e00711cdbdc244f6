import type { CDPSession, Page } from '@playwright/test';

/** A virtual authenticator of Chromium, which stores passkeys and verifies the user like that of a phone or laptop. */
export class VirtualAuthenticator {
  readonly #client: CDPSession;
  readonly #id: string;

  private constructor(client: CDPSession, id: string) {
    this.#client = client;
    this.#id = id;
  }

  static async addTo(page: Page): Promise<VirtualAuthenticator> {
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(client, authenticatorId);
  }

  async passkeys() {
    const authenticatorId = this.#id;
    return (await this.#client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }

  async verifiesUser(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#id;
    await this.#client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  async answers(enabled: boolean): Promise<void> {
    const authenticatorId = this.#id;
    await this.#client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }

  async moveTo(rpId: string): Promise<void> {
    const authenticatorId = this.#id;
    for (const credential of await this.passkeys()) {
      const { credentialId } = credential;
      await this.#client.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await this.#client.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, rpId },
      });
    }
  }
}
