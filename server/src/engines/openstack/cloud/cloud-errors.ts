import { EngineError, type EngineCause } from '../../engine.ts';
import type { Service } from './cloud-services.ts';

/** A service of the cloud answered with a refusal. `status` is HTTP's; the message is the cloud's own, for the operator's log. */
export class CloudError extends Error {
  readonly service: Service;
  readonly status: number;
  /** The service's own name for the kind of refusal, such as `OverQuota`; empty if it gives none. */
  readonly kind: string;
  /** After how many seconds the cloud asks for a retry; null if it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(of: { service: Service; status: number; kind: string; retryAfterSeconds: number | null }, message: string) {
    super(message);
    this.name = 'CloudError';
    this.service = of.service;
    this.status = of.status;
    this.kind = of.kind;
    this.retryAfterSeconds = of.retryAfterSeconds;
  }
}

/** No answer: a service is down, too slow, or the connection broke. The change may still have been made. */
export class CloudUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CloudUnreachable';
  }
}

/** The cloud cannot be used as it is, or as configured; the message says what to do. */
export class CloudUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CloudUnusable';
  }
}

/** Services' messages, and failed machines' `fault`, in lowercase. */
const causes: readonly (readonly [RegExp, EngineCause])[] = [
  [/quota|overlimit|over_limit|maximum number of (?!retries)/, 'quota'],
  [
    /no valid host|insufficient|no (more )?(free |fixed )?(ip )?addresses|ipaddressgenerationfailure|exceeded max(imum)? (scheduling|number)|exhausted all hosts|no space|not enough|no resource|not in the same availability zone|does not match the volume/,
    'no_capacity',
  ],
  [/pci ?(device|passthrough)|vfio|vgpu/, 'gpu'],
  [
    /image.*(could not be found|not found|unacceptable|not active|is not available)|can not find requested image|imagenotfound/,
    'image_missing',
  ],
  // Neutron, or its agent on the host, was down or too slow: that says nothing about the machine's GPUs.
  [/failed to allocate the network|virtual ?interface ?creat/, 'timeout'],
  [/timed? ?out|messagingtimeout|unavailable|connection|deadlock/, 'timeout'],
];

/** The cause according to a machine's own failure message. */
export function causeOfWords(words: string): EngineCause {
  const lower = words.toLowerCase();
  return causes.find(([pattern]) => pattern.test(lower))?.[1] ?? 'unknown';
}

/** Converts any error between us and the cloud to one of the port's few causes. Aborts, and causes already found, stay unchanged. */
export function toEngineError(error: unknown, what: string): unknown {
  if (error instanceof EngineError) return error;
  if (error instanceof CloudUnreachable) return new EngineError('timeout', `OpenStack did not answer: ${what}.`, { cause: error });
  if (error instanceof CloudUnusable) return new EngineError('timeout', `OpenStack cannot be used: ${what}.`, { cause: error });
  if (!(error instanceof CloudError)) return error;
  return new EngineError(causeOf(error), `OpenStack refused: ${what}.`, { cause: error });
}

export function causeOf(error: CloudError): EngineCause {
  // At a reached quota nova answers 403, neutron 409, cinder 413: the message tells.
  const said = causeOfWords(`${error.kind} ${error.message}`);
  if (said === 'quota' || said === 'no_capacity' || said === 'image_missing') return said;
  // If access is denied, or the service is overloaded, busy or broken, nothing is known about the machine.
  const { status } = error;
  if (status === 401 || status === 403 || status === 409 || status === 413 || status === 429 || status >= 500) return 'timeout';
  return said;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CloudError && error.status === 404;
}

/** Its state does not allow the change, or something is working on it: look again. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof CloudError)) return false;
  // Nova's answer to confirming a move that is just being confirmed.
  if (error.status === 400 && /has not been resized/i.test(error.message)) return true;
  return error.status === 409 && causeOf(error) === 'timeout';
}

export function isForbidden(error: unknown): error is CloudError {
  return error instanceof CloudError && error.status === 403 && causeOf(error) === 'timeout';
}

/** Whether none of the request was carried out: the cloud refused it, rather than failing during it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CloudError && error.status >= 400 && error.status < 500;
}
