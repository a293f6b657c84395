/** The session of a request: read once, then passed on as a frozen value. */
export interface Session {
  readonly customerId: string;
  readonly passwordVersion: number;
  readonly expiresAt: Date;
}
