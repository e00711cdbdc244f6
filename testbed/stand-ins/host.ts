/** Where stand-ins listen. Only in a container, whose network is its own, may others on the network reach them. */
export const STAND_IN_HOST = process.env['STAND_IN_HOST'] || '127.0.0.1';
