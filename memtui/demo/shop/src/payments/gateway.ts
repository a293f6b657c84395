/** The provider counts in whole pence. */
export function checkPence(pence: number): number {
  if (!Number.isInteger(pence) || pence <= 0) throw new Error(`${pence} is no amount in pence`);
  return pence;
}
