/** How long a reservation lasts; each step of the checkout renews it. */
export const RESERVED_MINUTES = 20;
