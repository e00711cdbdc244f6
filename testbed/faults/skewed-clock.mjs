/** Loaded before a program: its JavaScript clock is wrong by CLOCK_SKEW_MS, as on a machine whose time is off. */
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
