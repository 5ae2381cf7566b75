/** A bucket of an S3-compatible service, and the credentials for it. */
export interface S3Settings {
  readonly bucket: string;
  /** The prefix of every object's name: '' or `boreal/montreal/`. */
  readonly prefix: string;
  /** The service's URL, without the bucket: `https://s3.ca-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path, or of the host name. */
  readonly pathStyle: boolean;
  /** A file of PEM certificates to trust instead of the system's; null: the system's. */
  readonly caFile: string | null;
  readonly credentials: S3Credentials;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary credentials. */
  readonly sessionToken: string | null;
}

/** The bucket's name for people. */
export function bucketName({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '');
}
