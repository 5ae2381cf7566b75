import { X509Certificate } from 'node:crypto';

/** The certificates in a PEM file, which may contain several, for example during a replacement. @throws if it has none */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  const all = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [pem];
  return all.map((one) => new X509Certificate(one));
}
