/** Folder of the built web application, relative to the working directory. */
export const WEB_DIST = 'apps/web/dist';

/** The injection token for the folder. Specs inject another folder. */
export const WEB_FOLDER = Symbol('WEB_FOLDER');
