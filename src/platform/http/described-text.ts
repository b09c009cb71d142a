/** What the rules of texts say in code, as patterns for the descriptions of the interfaces. */
export const NO_NUL = String.raw`^[^\u0000]*$`;
export const NO_CONTROL_CHARACTERS = String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`;
