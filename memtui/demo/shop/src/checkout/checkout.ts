/** Each step has an address of its own and loads what it needs. */
export const steps = ["address", "delivery", "payment", "summary"] as const;
