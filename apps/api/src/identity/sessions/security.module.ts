import { Module } from '@nestjs/common';
import { SecurityController } from './security.controller.ts';
import { SecurityService } from './security.service.ts';

@Module({ controllers: [SecurityController], providers: [SecurityService] })
export class SecurityModule {}
