/** Stands for a picture that is not there, drawn small, because its frame may be large. */
export const MISSING_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-70 -70 340 340" width="200" height="200" aria-hidden="true"><g fill="none" stroke="#8a8a94" stroke-width="5"><rect x="45" y="55" width="110" height="90" rx="10"/><circle cx="80" cy="88" r="10"/><path d="m50 140 38-34 22 20 20-24 22 30"/></g></svg>';
