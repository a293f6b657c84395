/** Jersey and Guernsey look British and need a customs form. */
export function needsCustoms(postcode: string): boolean {
  return /^(JE|GY)/i.test(postcode.trim());
}
