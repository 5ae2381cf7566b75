/** A bucket of an S3-compatible place, and who we are there. */
export interface S3Settings {
  readonly bucket: string;
  /** Before the name of every object: '' or `boreal/montreal/`. */
  readonly prefix: string;
  /** Of the service, without the bucket: `https://s3.ca-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path, or of the host's name. */
  readonly pathStyle: boolean;
  /** A file of certificates, as PEM, that are trusted in place of the system's; null: the system's. */
  readonly caFile: string | null;
  readonly credentials: S3Credentials;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that expire. */
  readonly sessionToken: string | null;
}

/** What people call it. */
export function bucketName({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '');
}
