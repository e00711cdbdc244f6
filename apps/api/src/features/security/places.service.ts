import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { open, type CityResponse, type Reader } from 'maxmind';
import { API_ENV, type ApiEnv } from '../../config/env.ts';

/** `country` is a code of ISO 3166-1. */
export type Place = { city?: string; country?: string };

/** Where an address is, roughly, by a database in MaxMind's format, if the operators have one (docs/operating.md). */
@Injectable()
export class PlacesService implements OnModuleInit {
  #database: Reader<CityResponse> | undefined;

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {}

  /** Read once, into memory. A replica whose database cannot be read does not start. */
  async onModuleInit(): Promise<void> {
    const { GEOIP_DATABASE } = this.env;
    if (GEOIP_DATABASE) this.#database = await open<CityResponse>(GEOIP_DATABASE);
  }

  /** The place of an IP address, with the city's name in a language, or in English where there is none. */
  find(address: string, language: string): Place {
    const found = this.#database?.get(address.replace(/^::ffff:/, ''));
    const names: Readonly<Record<string, string>> = { ...found?.city?.names };
    const city = names[language] ?? names['en'];
    const country = found?.country?.iso_code;
    return { ...(city && { city }), ...(country && { country }) };
  }
}
