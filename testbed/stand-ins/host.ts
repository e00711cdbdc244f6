/**
 * The address on which stand-ins listen: only this machine, except in a container, which has its own network.
 */
export const STAND_IN_HOST = process.env['STAND_IN_HOST'] || '127.0.0.1';
