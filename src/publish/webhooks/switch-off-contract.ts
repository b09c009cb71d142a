/** A webhook that takes no delivery for so many days is switched off. */
export const OFF_AFTER_DAYS = 5;
