/** The file cannot be read: the message says why, and what to do about it. */
export class ImportFileError extends Error {}
