/** Rounded once, at the line: what a customer can check adds up. */
export function linePence(unitPence: number, quantity: number, discount = 0): number {
  return Math.round(unitPence * quantity * (1 - discount));
}
