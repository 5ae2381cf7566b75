/** Error codes that occur before anything has left this machine. */
const OWN_SIDE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE']);
/** The other side's certificate was not accepted, or it rejected ours. */
const CERTIFICATE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_OSSL|EPROTO)/;

/** Why there was no answer. */
export interface UnreachableCause {
  readonly code: string;
  readonly said: string;
  /** Nothing has left this machine. */
  readonly isOwnSide: boolean;
  readonly isCertificate: boolean;
}

/** The innermost cause; for a call that was not even tried, why the previous one failed. */
export function unreachableCause(error: Error): UnreachableCause {
  let innermost = error;
  let code = '';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    innermost = at;
    if ('code' in at && typeof at.code === 'string') code = at.code;
  }
  const said = innermost.message;
  return { code, said, isOwnSide: OWN_SIDE.has(code), isCertificate: CERTIFICATE.test(code) || /certificate/i.test(said) };
}
