let renewal: Promise<string> | undefined;

/** Renews the token; everybody who asks meanwhile waits for the same answer. */
export function renewToken(renew: () => Promise<string>): Promise<string> {
  renewal ??= renew().finally(() => (renewal = undefined));
  return renewal;
}
