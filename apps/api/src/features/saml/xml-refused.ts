/** Why a document is not read, in words. */
export class XmlRefused extends Error {}
