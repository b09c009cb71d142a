/**
 * Counts up when labels are read otherwise than before: with other words or other rules. Products note by which rules
 * they were read. What older rules read is read again in the background, also when a process of an older release
 * changes a product during an upgrade.
 */
export const READING_RULES = 1;
