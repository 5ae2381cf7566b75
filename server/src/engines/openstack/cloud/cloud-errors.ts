import { EngineError, type EngineCause } from '../../engine.ts';
import type { Service } from './cloud-services.ts';

/** A service of the cloud answered and refused. `status` is HTTP's; the words are the cloud's own, for the operator's log. */
export class CloudError extends Error {
  readonly service: Service;
  readonly status: number;
  /** What kind of refusal it is, in the service's own words, such as `OverQuota`; empty where it names none. */
  readonly kind: string;
  /** After how many seconds the cloud wants to be asked again; null where it does not say. */
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

/** No answer came: a service is down, too slow, or the line broke. What was asked may have been done all the same. */
export class CloudUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CloudUnreachable';
  }
}

/** The cloud cannot be used as it is, or as it is configured; the message says what to do. */
export class CloudUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CloudUnusable';
  }
}

/** What services say, and of machines that failed their `fault`, in lower case. */
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
  // Neutron, or its agent on the host, was away or too slow: that says nothing about the machine's GPUs.
  [/failed to allocate the network|virtual ?interface ?creat/, 'timeout'],
  [/timed? ?out|messagingtimeout|unavailable|connection|deadlock/, 'timeout'],
];

/** What a machine's own words of its failure say. */
export function causeOfWords(words: string): EngineCause {
  const lower = words.toLowerCase();
  return causes.find(([pattern]) => pattern.test(lower))?.[1] ?? 'unknown';
}

/**
 * Whatever went wrong between us and the cloud, as one of the few causes of the port. Aborts and causes already found stay as they are.
 */
export function toEngineError(error: unknown, what: string): unknown {
  if (error instanceof EngineError) return error;
  if (error instanceof CloudUnreachable) return new EngineError('timeout', `OpenStack did not answer: ${what}.`, { cause: error });
  if (error instanceof CloudUnusable) return new EngineError('timeout', `OpenStack cannot be used: ${what}.`, { cause: error });
  if (!(error instanceof CloudError)) return error;
  return new EngineError(causeOf(error), `OpenStack refused: ${what}.`, { cause: error });
}

export function causeOf(error: CloudError): EngineCause {
  // Nova says 403 when a quota is reached, neutron 409, cinder 413: their words tell.
  const said = causeOfWords(`${error.kind} ${error.message}`);
  if (said === 'quota' || said === 'no_capacity' || said === 'image_missing') return said;
  // Who does not let us in, is overrun, busy with the same, or broken, has said nothing about the machine.
  const { status } = error;
  if (status === 401 || status === 403 || status === 409 || status === 413 || status === 429 || status >= 500) return 'timeout';
  return said;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CloudError && error.status === 404;
}

/** It is not in a state in which that can be done to it, or somebody is at it: look again. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof CloudError)) return false;
  // So nova answers who confirms a move that is just being confirmed.
  if (error.status === 400 && /has not been resized/i.test(error.message)) return true;
  return error.status === 409 && causeOf(error) === 'timeout';
}

export function isForbidden(error: unknown): error is CloudError {
  return error instanceof CloudError && error.status === 403 && causeOf(error) === 'timeout';
}

/** Whether nothing of what was asked has been done: the cloud said no, and not that it broke over it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CloudError && error.status >= 400 && error.status < 500;
}
