import { EngineSilent } from '../../engine.ts';
import { unreachableCause } from '../../parts/unreachable-cause.ts';
import type { CloudClient } from './cloud-client.ts';
import { causeOf, CloudError, CloudUnreachable, CloudUnusable } from './cloud-errors.ts';
import { projectNames } from './cloud-services.ts';

/**
 * What an error from a call about the cloud as a whole says about it; null if nothing. It counts as down only without any sign of life: one
 * service that is down does not concern the machines, which keep running.
 */
export async function toEngineSilent(error: unknown, client: CloudClient, signal: AbortSignal): Promise<EngineSilent | null> {
  const of = (silence: EngineSilent['silence'], message: string) => new EngineSilent(silence, message, { cause: error });
  if (error instanceof CloudUnusable) return of('no_service', error.message);
  if (error instanceof CloudUnreachable) {
    const { said, isOwnSide, isCertificate } = unreachableCause(error);
    if (isOwnSide)
      return of('not_asked', `OpenStack cannot be asked: ${said}. Look at this machine's network and name server, and at OS_AUTH_URL.`);
    if (isCertificate) {
      return of('no_service', `OpenStack's certificate is not trusted: ${said}. Name the file of its authority in OS_CACERT.`);
    }
    if (await client.answers(signal)) {
      return of('no_service', `A service of OpenStack does not answer, while others do: ${said}. Look at its service and at its log.`);
    }
    return of(
      'no_answer',
      `OpenStack does not answer: ${said}. Look whether the cloud is up, at OS_AUTH_URL, and at the firewall between.`,
    );
  }
  if (!(error instanceof CloudError)) return null;
  if (error.status === 401) {
    return of(
      'no_service',
      `OpenStack does not let us in: ${error.message}. Look at OS_USERNAME and OS_PASSWORD, or whether the application credential has ended or has access rules that leave something out (docs/openstack-access-rules.json).`,
    );
  }
  if (error.status === 403) {
    return of(
      'no_service',
      `OpenStack does not let us do that: ${error.message}. The user needs the role member in the project, and in a cloud of one's own the role admin.`,
    );
  }
  if (causeOf(error) !== 'timeout') return null;
  return of('no_service', `OpenStack answers, and cannot work: ${error.message}. The log of ${projectNames[error.service]} says why.`);
}
