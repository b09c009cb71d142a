/** A reason that a person can act on: its message is one sentence, printed without a stack. */
export class StartError extends Error {}
