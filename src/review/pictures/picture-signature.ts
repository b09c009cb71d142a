/** Whether a file begins as JPEG, PNG or WebP, whatever it is said to be. */
export function isPicture(file: Buffer): boolean {
  const starts = (at: number, text: string) => file.toString('latin1', at, at + text.length) === text;
  return (
    starts(0, '\xff\xd8\xff') || starts(0, '\x89PNG\r\n\x1a\n') || (starts(0, 'RIFF') && starts(8, 'WEBP'))
  );
}
