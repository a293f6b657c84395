/** The only component that knows the currency. */
export function Price({ pence }: { pence: number }) {
  return <span>£{(pence / 100).toFixed(2)}</span>;
}
