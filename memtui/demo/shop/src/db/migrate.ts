/** Migrations only add; what is no longer read is dropped a release later. */
export const migrations = ["001_catalogue", "002_orders", "003_outbox"];
