/** Loaded before a program: shifts its JavaScript clock by CLOCK_SKEW_MS, like a machine with a wrong clock. */
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
