/**
 * Shifts the JavaScript clock of a program by CLOCK_SKEW_MS, like a machine with a wrong clock. Loaded before the
 * program.
 */
const skewMs = Number(process.env['CLOCK_SKEW_MS'] ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + skewMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};
