/** A webhook whose deliveries have all failed for this many days is switched off. */
export const OFF_AFTER_DAYS = 5;
