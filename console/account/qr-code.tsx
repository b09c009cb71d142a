import { useQuery } from '@tanstack/react-query';

const SIZE_PX = 192;

/**
 * A QR code of a text; the drawing code is loaded on demand. The text may be a secret, so only the code is cached.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: draw } = useQuery({
    queryKey: ['draw-qr-code'],
    queryFn: async () => ({ draw: (await import('./draw-qr-code.ts')).drawQrCode }),
    staleTime: Infinity,
  });
  return (
    <div
      role="img"
      aria-label={label}
      aria-busy={!draw}
      style={{ width: SIZE_PX, height: SIZE_PX, background: 'white' }}
      // Safe: the SVG is drawn from modules and does not contain the text.
      dangerouslySetInnerHTML={{ __html: draw?.draw(text) ?? '' }}
    />
  );
}
