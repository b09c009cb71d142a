import { useQuery } from '@tanstack/react-query';

/** The symbol of a GTIN, for a scanner to try; nothing without a GTIN. The drawing code is loaded on demand. */
export function BarcodeDrawing({ gtin }: { gtin: string }) {
  const { data: drawing } = useQuery({
    queryKey: ['barcode-drawing', gtin],
    queryFn: async () =>
      (await import('../../src/catalog/barcodes/draw-barcode.ts')).drawBarcode(gtin) ?? null,
    staleTime: Infinity,
  });
  if (drawing === null) return null;
  return (
    <div
      className="barcode-drawing"
      role="img"
      aria-label={`Barcode ${gtin}`}
      // Drawn from digits alone.
      dangerouslySetInnerHTML={{ __html: drawing ?? '' }}
    />
  );
}
