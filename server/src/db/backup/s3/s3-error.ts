import { errorCode } from '../../postgres-errors.ts';
import { BackupError } from '../backup-error.ts';
import { bucketName, type S3Settings } from './s3-settings.ts';
import { textOf } from './s3-xml.ts';

/** The service refused, or did not answer. The message says what to do. */
export class S3Error extends BackupError {
  /** The answer's status; 0 without an answer. */
  readonly status: number;
  /** S3's own code, such as `NoSuchKey`; empty without one. */
  readonly code: string;

  constructor(message: string, of: { status: number; code: string; cause?: unknown }) {
    super(message, { cause: of.cause });
    this.name = 'BackupError';
    this.status = of.status;
    this.code = of.code;
  }
}

/** Temporary problems: too many requests, trouble on the other side, no answer. */
const PASSING_STATUS: ReadonlySet<number> = new Set([0, 408, 429, 500, 502, 503, 504]);
const PASSING_CODE: ReadonlySet<string> = new Set(['RequestTimeout', 'SlowDown', 'InternalError', 'ServiceUnavailable']);
/** Wrong certificates and names do not right themselves while a person waits. */
const LASTING = /^(?:ENOTFOUND|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

export function passes(error: unknown): boolean {
  return error instanceof S3Error && (PASSING_CODE.has(error.code) || (PASSING_STATUS.has(error.status) && !LASTING.test(error.code)));
}

interface Refusal {
  readonly status: number;
  /** The body of the answer. */
  readonly body: string;
  /** `PUT`, and the object. */
  readonly method: string;
  /** The other side's clock, as it reports; ours. */
  readonly theirTime: string | undefined;
  /** The bucket's region, if reported. */
  readonly theirRegion: string | undefined;
  readonly ourTime: Date;
}

/** For an answer that is not a success. */
export function refusalOf(settings: S3Settings, refusal: Refusal): S3Error {
  const { status, body, method } = refusal;
  const code = textOf(body, 'Code') ?? (status === 404 ? 'NotFound' : '');
  const said = textOf(body, 'Message');
  const words = wordsFor(code, settings, refusal) ?? `${method} was answered with ${[status, code, said].filter(Boolean).join(' ')}.`;
  const requestId = textOf(body, 'RequestId');
  const cause = new Error(`${method} ${status} ${code}, request ${requestId ?? 'without an id'}`);
  return new S3Error(`${bucketName(settings)}: ${words}`, { status, code, cause });
}

/** For no answer, or an interrupted one. */
export function silenceOf(settings: S3Settings, error: unknown): S3Error {
  const code = errorCode(error);
  const name = bucketName(settings);
  const { host } = new URL(settings.endpoint);
  const told = error instanceof Error ? error.message : String(error);
  const words = /CERT|SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO/.test(code)
    ? `The certificate of ${host} is not trusted (${code}). If an authority of your own has signed it, name its certificate in BOREAL_BACKUP_CA.`
    : code === 'ENOTFOUND'
      ? `The name ${host} is not known. Check BOREAL_BACKUP_ENDPOINT and BOREAL_BACKUP_REGION, and this machine's DNS.`
      : `${host} cannot be reached (${code || told}).`;
  return new S3Error(`${name}: ${words}`, { status: 0, code, cause: error });
}

const ACTIONS =
  's3:ListBucket and s3:ListBucketMultipartUploads on the bucket, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on what is in it';

function wordsFor(
  code: string,
  { bucket, region, endpoint }: S3Settings,
  { method, body, theirTime, theirRegion, ourTime }: Refusal,
): string | null {
  switch (code) {
    case 'InvalidAccessKeyId':
      return 'The access key is not known there. Check AWS_ACCESS_KEY_ID, and that it belongs to this endpoint.';
    case 'SignatureDoesNotMatch':
      return 'The secret does not belong to the access key. Check AWS_SECRET_ACCESS_KEY: it must be whole, and in quotes if it has a # or $.';
    case 'ExpiredToken':
    case 'InvalidToken':
      return 'The session of these credentials has ended. Give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY that do not expire, without AWS_SESSION_TOKEN.';
    case 'AccessDenied':
      return `The access key may not do this (${method}). It needs ${ACTIONS}.`;
    case 'RequestTimeTooSkewed':
    case 'RequestExpired':
      return `This machine's clock shows ${ourTime.toISOString()}, and that of the bucket ${isoOf(theirTime)}: they must agree within 15 minutes. Set it: timedatectl set-ntp true`;
    case 'NoSuchBucket':
      return `There is no bucket ${bucket} at ${endpoint}. Make it, or check BOREAL_BACKUP_BUCKET and BOREAL_BACKUP_ENDPOINT.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return `The bucket is not in the region ${region}, but in ${textOf(body, 'Region') ?? theirRegion ?? 'another'}. Set BOREAL_BACKUP_REGION, and BOREAL_BACKUP_ENDPOINT if the region is in its name.`;
    case 'EntityTooLarge':
    case 'QuotaExceeded':
      return 'The bucket is full, or takes no object of this size. Raise its quota, or keep backups for fewer days.';
    default:
      return null;
  }
}

function isoOf(date: string | undefined): string {
  const time = new Date(date ?? '');
  return Number.isNaN(time.getTime()) ? 'another time' : time.toISOString();
}
