/**
 * Cookies of ours are `__Host-` ones wherever the portal has https; plain http is for localhost only
 * (docs/product.md 10).
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}
