import { useQuery } from '@tanstack/react-query';

/**
 * Draws the barcode of a GTIN, to be tried with a scanner; empty for an invalid GTIN. The drawing code is loaded on
 * demand.
 */
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
      // Safe: the SVG is drawn from digits only.
      dangerouslySetInnerHTML={{ __html: drawing ?? '' }}
    />
  );
}
