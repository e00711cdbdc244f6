/** Folder of the built browser application, from where the process starts. */
export const WEB_DIST = 'apps/web/dist';

/** Nest's token for that folder: specs have another one. */
export const WEB_FOLDER = Symbol('WEB_FOLDER');
