import { EngineError, type EngineCause } from '../../engine.ts';

/** Incus answered and refused. `status` is HTTP's; the words are Incus' own, for the operator's log. */
export class IncusError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'IncusError';
    this.status = status;
  }
}

/** No answer came: Incus is down, too slow, or the line broke. What was asked may have been done all the same. */
export class IncusUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IncusUnreachable';
  }
}

/** What answered is not Incus: another program at that address, or a gateway before an Incus that is away. */
export class NotIncus extends IncusError {}

const silence =
  /unable to connect|missing event connection|isn't ready yet|deadline exceeded|timed? ?out|member.*offline|currently offline|server is currently unavailable|connection (refused|reset)|broken pipe|\beof$|no route to host|network is unreachable/;

/** What Incus says, in lower case, and what of it a customer or the worker can do something about. */
const causes: readonly (readonly [RegExp, EngineCause])[] = [
  [/^failed getting acl (network )?usage/, 'timeout'],
  [/quota exceeded|reached maximum|limit.*project|project.*limit/, 'quota'],
  // Incus' own words about a card. What NVIDIA's hook says may be a guest's doing, who can spoil the files that it mounts over.
  [/no device found|failed to start device "gpu|gpu.*not (found|available)/, 'gpu'],
  [/nvidia/, 'no_capacity'],
  [/no space left|not enough|insufficient|couldn't find a cluster member|no suitable|no cluster member|candidate/, 'no_capacity'],
  // Of anything else that is not there, the next look tells whether the machine is.
  [/^instance not found$/, 'gone'],
  [/image not provided|image.*not found|no matching image|image's type/, 'image_missing'],
  [silence, 'timeout'],
  [/unavailable on this server|peer node .* is down/, 'timeout'],
  // Its database, while a cluster chooses who leads or an Incus is about to end.
  [/no available .*leader|not leader|database is (locked|closed)|bad connection|shutting down|starting up/, 'timeout'],
];
const UNAVAILABLE = 503;

/** Whatever went wrong between us and Incus, as one of the few causes of the port. Aborts and causes already found stay as they are. */
export function toEngineError(error: unknown, what: string): unknown {
  if (error instanceof EngineError) return error;
  if (error instanceof IncusUnreachable) return new EngineError('timeout', `Incus did not answer: ${what}.`, { cause: error });
  if (!(error instanceof IncusError)) return error;
  return new EngineError(causeOf(error), `Incus refused: ${what}.`, { cause: error });
}

export function causeOf(error: IncusError): EngineCause {
  // Who does not let us in, or is not Incus, has said nothing about the machine, and its GPUs are not to blame.
  if (error.status === UNAVAILABLE || isBusy(error) || isUntrusted(error) || isForeign(error)) return 'timeout';
  const words = error.message.toLowerCase();
  return causes.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}

/** Incus says only this to whom it does not trust, or no longer: restrictions of a project say which one. */
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
 * Before it reads, changes or removes an ACL, Incus looks through all of them to see who uses it. When one of those is removed
 * meanwhile it answers 404 about that one, and has left the one that was asked for as it was.
 */
export function isDisturbed(error: unknown): boolean {
  return error instanceof IncusError && /^failed getting acl (network )?usage/i.test(error.message);
}

/** So does Incus answer who waits for an operation when the wait is over before the operation is: that failed in nothing. */
export function isOverdue(error: unknown): boolean {
  return error instanceof IncusError && /^context deadline exceeded$/i.test(error.message.trim());
}

/**
 * In a cluster: a member that has to be asked does not answer. Words about Incus' own database are about the one that answers,
 * and a refusal for the moment is an answer.
 */
export function isMemberSilent(error: unknown): boolean {
  if (!(error instanceof IncusError) || error.status === UNAVAILABLE) return false;
  const words = error.message.toLowerCase();
  return silence.test(words) && !/transaction|database/.test(words);
}

/** Nobody knows of such work: it has been over for some seconds, or Incus restarted. */
export function isForgotten(error: unknown): boolean {
  return error instanceof IncusError && error.status === 404 && /^operation\b.*(not found|doesn't exist)$/i.test(error.message.trim());
}

/** The machine has ended, or was frozen, since it was looked at. */
export function isNotRunning(error: IncusError): boolean {
  return /(instance|container|virtual machine) is (not running|frozen|stopped|already stopped)/i.test(error.message);
}

/** Incus is not up yet, or about to end: what was asked has not been done. */
export function isBetweenLives(error: IncusError): boolean {
  return /^(daemon is starting up|shutting down|incus is shutting down)$/i.test(error.message.trim());
}

/** Somebody else made it first. Incus says so with several statuses. */
export function isTaken(error: unknown): boolean {
  return error instanceof IncusError && /already exists|unique constraint|already in use/i.test(error.message);
}

/**
 * The fingerprint of an image of which Incus holds half a copy in a storage pool, because it was killed while it unpacked it: it
 * then refuses to make anything from it for ever, until that copy is removed. Null for any other error.
 */
export function tornImage(error: unknown): string | null {
  if (!(error instanceof IncusError)) return null;
  return /inserting volume "([0-9a-f]{64})".* of type "images".*unique constraint/is.exec(error.message)?.[1] ?? null;
}

/** It was changed since it was read, is being changed, or somebody else has just done the same to it: look again. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof IncusError)) return false;
  return error.status === 412 || /is busy|operation.*(in progress|running|has now succeeded)|etag/i.test(error.message);
}
