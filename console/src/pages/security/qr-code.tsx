import { encodeQR } from 'qr';

/** Light cells around a code, without which readers do not find it. */
const BORDER = 4;

/** A text as a QR code: dark on light whatever the page's colours, as readers want it. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const dark = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={name} width={220} height={220} viewBox={`0 0 ${cells.length} ${cells.length}`} shapeRendering="crispEdges">
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={dark} fill="#000000" />
    </svg>
  );
}
