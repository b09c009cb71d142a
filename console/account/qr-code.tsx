import { useQuery } from '@tanstack/react-query';

const SIZE_PX = 192;

/** A QR code of a text; what draws it is loaded when it is needed. The text may be a secret: nothing of it is kept. */
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
      // Drawn from modules alone: the text itself is not in it.
      dangerouslySetInnerHTML={{ __html: draw?.draw(text) ?? '' }}
    />
  );
}
