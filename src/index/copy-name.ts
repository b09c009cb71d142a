/** What a copy of the index is called everywhere: its address without scheme, name and password. */
export function nameCopy(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}
