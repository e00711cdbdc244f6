import { Module } from '@nestjs/common';
import { PlacesService } from './places.service.ts';
import { SecurityController } from './security.controller.ts';
import { SecurityService } from './security.service.ts';

@Module({ controllers: [SecurityController], providers: [PlacesService, SecurityService] })
export class SecurityModule {}
