export const WEB_DIST = 'apps/web/dist';

export const WEB_FOLDER = Symbol('WEB_FOLDER');
