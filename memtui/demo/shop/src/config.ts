/** Settings, read once at the start. The process does not start without them. */
export const config = {
  databaseUrl: required("DATABASE_URL"),
  paymentKey: required("PAYMENT_KEY"),
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
