import { Inject, Injectable } from '@nestjs/common';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { IdentityProvidersService } from '../identity-providers.service.ts';
import { Problem } from '../../request/problem.ts';
import { OWN_LANE, SamlThreads } from './saml-threads.ts';

/** Placeholder for the name of an identity provider; metadata contains it nowhere else. */
const NAME = 'name-of-the-identity-provider';

/**
 * Our metadata for identity providers. It differs only in their name and in whether they are to encrypt, so a process makes
 * two templates once: neither many readers nor invented names cost a thread's work or memory.
 */
@Injectable()
export class MetadataService {
  readonly #templates = new Map<boolean, Promise<string>>();

  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly identityProviders: IdentityProvidersService,
    private readonly threads: SamlThreads,
  ) {}

  /** SAML metadata 2.4.4. Throws `IdpUnknown`. */
  async describe(idpName: string): Promise<string> {
    const found = await this.identityProviders.find(idpName);
    if (!found) throw new Problem('IdpUnknown');
    const { idp } = found;
    return (await this.#templateFor(idp.isAssertionEncrypted)).replaceAll(NAME, idp.name);
  }

  #templateFor(isAssertionEncrypted: boolean): Promise<string> {
    const made = this.#templates.get(isAssertionEncrypted) ?? this.#makeTemplate(isAssertionEncrypted);
    this.#templates.set(isAssertionEncrypted, made);
    return made;
  }

  async #makeTemplate(isAssertionEncrypted: boolean): Promise<string> {
    const { entityId, acsUrl } = this.identityProviders.serviceProviderOf(NAME);
    try {
      return await this.threads.run(
        'makeMetadata',
        {
          serviceProvider: { entityId, acsUrl },
          privateKey: this.env.SAML_SIGNING_KEY[0].privateKey,
          certificates: this.env.SAML_SIGNING_KEY.map(({ certificate }) => certificate),
          isAssertionEncrypted,
        },
        OWN_LANE,
      );
    } catch (error) {
      this.#templates.delete(isAssertionEncrypted);
      throw error;
    }
  }
}
