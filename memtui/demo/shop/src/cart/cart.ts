export interface Line {
  readonly sku: string;
  readonly quantity: number;
}

/** The same tea added twice is one line. */
export function add(lines: readonly Line[], sku: string, quantity = 1): Line[] {
  const line = lines.find((each) => each.sku === sku);
  if (!line) return [...lines, { sku, quantity }];
  return lines.map((each) => (each === line ? { sku, quantity: each.quantity + quantity } : each));
}
