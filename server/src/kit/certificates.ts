import { X509Certificate } from 'node:crypto';

/** The certificates of a PEM file, which may have several, as while one replaces another. @throws it has none */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  const all = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [pem];
  return all.map((one) => new X509Certificate(one));
}
