import { EngineError, type EngineCause } from '../../engine.ts';

/** Incus answered with a refusal. `status` is HTTP's; the message is Incus' own, for the operator's log. */
export class IncusError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'IncusError';
    this.status = status;
  }
}

/** No answer: Incus is down, too slow, or the connection broke. The change may still have been made. */
export class IncusUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IncusUnreachable';
  }
}

/** Something other than Incus answered: another program at that address, or a gateway in front of an Incus that is down. */
export class NotIncus extends IncusError {}

const silence =
  /unable to connect|missing event connection|isn't ready yet|deadline exceeded|timed? ?out|member.*offline|currently offline|server is currently unavailable|connection (refused|reset)|broken pipe|\beof$|no route to host|network is unreachable/;

/** Incus' messages, in lowercase, and the causes that a customer or the worker can act on. */
const causes: readonly (readonly [RegExp, EngineCause])[] = [
  [/^failed getting acl (network )?usage/, 'timeout'],
  [/quota exceeded|reached maximum|limit.*project|project.*limit/, 'quota'],
  // Incus' own messages about a GPU. NVIDIA's hook may fail because of the guest, who can spoil the files that it mounts over.
  [/no device found|failed to start device "gpu|gpu.*not (found|available)/, 'gpu'],
  [/nvidia/, 'no_capacity'],
  [/no space left|not enough|insufficient|couldn't find a cluster member|no suitable|no cluster member|candidate/, 'no_capacity'],
  // If anything else is missing, the next look shows whether the machine is.
  [/^instance not found$/, 'gone'],
  [/image not provided|image.*not found|no matching image|image's type/, 'image_missing'],
  [silence, 'timeout'],
  [/unavailable on this server|peer node .* is down/, 'timeout'],
  // Its database, while a cluster elects a leader or an Incus is about to end.
  [/no available .*leader|not leader|database is (locked|closed)|bad connection|shutting down|starting up/, 'timeout'],
];
const UNAVAILABLE = 503;

/** Converts any error between us and Incus to one of the port's few causes. Aborts, and causes already found, stay unchanged. */
export function toEngineError(error: unknown, what: string): unknown {
  if (error instanceof EngineError) return error;
  if (error instanceof IncusUnreachable) return new EngineError('timeout', `Incus did not answer: ${what}.`, { cause: error });
  if (!(error instanceof IncusError)) return error;
  return new EngineError(causeOf(error), `Incus refused: ${what}.`, { cause: error });
}

export function causeOf(error: IncusError): EngineCause {
  // If access is denied, or it is not Incus, nothing is known about the machine, and its GPUs are not at fault.
  if (error.status === UNAVAILABLE || isBusy(error) || isUntrusted(error) || isForeign(error)) return 'timeout';
  const words = error.message.toLowerCase();
  return causes.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}

/** Incus' only answer to a client that it does not, or no longer, trust: restrictions of a project say which one. */
export function isUntrusted(error: unknown): boolean {
  return (
    error instanceof IncusError &&
    [401, 403].includes(error.status) &&
    /^(not authorized|unauthorized|forbidden)$/i.test(error.message.trim())
  );
}

export function isForeign(error: unknown): boolean {
  return error instanceof NotIncus;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof IncusError && error.status === 404 && !isDisturbed(error) && !isForeign(error);
}

/**
 * Before it reads, changes or removes an ACL, Incus looks through all of them to find what uses it. If one of those is removed meanwhile it
 * answers 404 about that one, and leaves the requested one unchanged.
 */
export function isDisturbed(error: unknown): boolean {
  return error instanceof IncusError && /^failed getting acl (network )?usage/i.test(error.message);
}

/** Incus' answer when a wait ends before its operation does: nothing has failed. */
export function isOverdue(error: unknown): boolean {
  return error instanceof IncusError && /^context deadline exceeded$/i.test(error.message.trim());
}

/**
 * In a cluster: a member that must be asked does not answer. Messages about Incus' own database concern the member that answers, and a
 * temporary refusal is an answer.
 */
export function isMemberSilent(error: unknown): boolean {
  if (!(error instanceof IncusError) || error.status === UNAVAILABLE) return false;
  const words = error.message.toLowerCase();
  return silence.test(words) && !/transaction|database/.test(words);
}

/** The operation is unknown: it ended some seconds ago, or Incus restarted. */
export function isForgotten(error: unknown): boolean {
  return error instanceof IncusError && error.status === 404 && /^operation\b.*(not found|doesn't exist)$/i.test(error.message.trim());
}

/** The machine has stopped, or was frozen, since it was looked at. */
export function isNotRunning(error: IncusError): boolean {
  return /(instance|container|virtual machine) is (not running|frozen|stopped|already stopped)/i.test(error.message);
}

/** Incus is starting or stopping: the request was not carried out. */
export function isBetweenLives(error: IncusError): boolean {
  return /^(daemon is starting up|shutting down|incus is shutting down)$/i.test(error.message.trim());
}

/** It exists already, because someone else was faster. Incus uses several statuses for this. */
export function isTaken(error: unknown): boolean {
  return error instanceof IncusError && /already exists|unique constraint|already in use/i.test(error.message);
}

/**
 * The fingerprint of an image of which a storage pool has only half a copy, because Incus was killed while unpacking it: Incus then refuses
 * to make anything from it until that copy is removed. Null for any other error.
 */
export function tornImage(error: unknown): string | null {
  if (!(error instanceof IncusError)) return null;
  return /inserting volume "([0-9a-f]{64})".* of type "images".*unique constraint/is.exec(error.message)?.[1] ?? null;
}

/** It was changed since it was read, is being changed, or someone else has just made the same change: look again. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof IncusError)) return false;
  return error.status === 412 || /is busy|operation.*(in progress|running|has now succeeded)|etag/i.test(error.message);
}
