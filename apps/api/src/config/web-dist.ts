/** Folder of the built web application, relative to the working directory. */
export const WEB_DIST = 'apps/web/dist';

/** Nest's token for the folder of the web application. Specs inject another folder. */
export const WEB_FOLDER = Symbol('WEB_FOLDER');
