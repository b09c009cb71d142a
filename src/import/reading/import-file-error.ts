/** The file is none that can be read: the message says why, and what to do about it. */
export class ImportFileError extends Error {}
