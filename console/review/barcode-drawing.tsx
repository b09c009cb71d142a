import { buildEan13Modules } from './ean13-modules.ts';

const QUIET_ZONE = 11;

/** The symbol of a code of 12 or 13 digits, dark on white in either colour scheme, so that it can be scanned. */
export function BarcodeDrawing({ gtin }: { gtin: string }) {
  const modules = buildEan13Modules(gtin);
  if (!modules) return null;
  const width = modules.length + 2 * QUIET_ZONE;
  return (
    <svg
      viewBox={`0 0 ${width} 40`}
      width={width * 1.5}
      height={60}
      role="img"
      aria-label={`Barcode ${gtin}`}
      shapeRendering="crispEdges"
    >
      <rect width={width} height={40} fill="#fff" />
      {modules.split('').map(
        (module, index) =>
          module === '1' && (
            // A symbol never changes: the place is the bar.
            <rect key={index} x={QUIET_ZONE + index} y={4} width={1} height={32} fill="#000" />
          ),
      )}
    </svg>
  );
}
