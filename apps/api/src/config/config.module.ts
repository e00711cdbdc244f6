import { Global, Module, type DynamicModule } from '@nestjs/common';
import { API_ENV, type ApiEnv } from './env.ts';
import { WEB_FOLDER } from './web-dist.ts';

@Global()
@Module({})
export class ConfigModule {
  static with(env: ApiEnv, webFolder: string): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: API_ENV, useValue: env },
        { provide: WEB_FOLDER, useValue: webFolder },
      ],
      exports: [API_ENV, WEB_FOLDER],
    };
  }
}
