import { EngineSilent, type EngineSilence } from '../../engine.ts';
import { unreachableCause } from '../../parts/unreachable-cause.ts';
import { causeOf, IncusError, IncusUnreachable, isForeign, isUntrusted } from './incus-errors.ts';

/** The socket exists, but the user who runs Boreal may not open it. */
const CLOSED = new Set(['EACCES', 'EPERM']);

/**
 * What an error from a call about Incus as a whole says about it; null if nothing. It counts as down only without any sign of life: if it
 * answers with a refusal it is there, and so are the machines.
 */
export function toEngineSilent(error: unknown): EngineSilent | null {
  const of = (silence: EngineSilence, message: string) => new EngineSilent(silence, message, { cause: error });
  if (error instanceof IncusUnreachable) {
    const { code, said, isOwnSide, isCertificate } = unreachableCause(error);
    if (isOwnSide) {
      return of('not_asked', `Incus cannot be asked: ${said}. Look at this machine's network and name server, and at INCUS_URL.`);
    }
    if (CLOSED.has(code)) {
      return of(
        'no_service',
        `Incus' socket may not be opened: ${said}. Add the user who runs Boreal to the group incus-admin, and restart Boreal.`,
      );
    }
    if (isCertificate) {
      return of(
        'no_service',
        `Something answers at INCUS_URL, and its certificate is not the one in INCUS_SERVER_CERT_FILE: ${said}. ` +
          'Copy it again from Incus: incus info | sed -n "/certificate: |/,/END CERT/p". Look whether ours has expired, too.',
      );
    }
    return of(
      'no_answer',
      `Incus does not answer: ${said}. Look whether its machine is up, and there: systemctl status incus. ` +
        'If it is, look at INCUS_URL and at the firewall between.',
    );
  }
  if (!(error instanceof IncusError)) return null;
  if (isUntrusted(error)) {
    return of(
      'no_service',
      'Incus does not trust our certificate, or it has expired. Add it there: incus config trust add-certificate FILE',
    );
  }
  if (isForeign(error)) return of('no_service', `What answers at INCUS_URL is not Incus: ${error.message}.`);
  if (causeOf(error) !== 'timeout') return null;
  return of('no_service', `Incus answers, and cannot work: ${error.message}. Its log says why: journalctl -u incus`);
}
