/** What was chosen besides plan and billing. */
export interface ServerOrder {
  /** Null until one is chosen. */
  readonly sshKeyId: string | null;
  /** As typed; if it is empty, a name is generated. */
  readonly name: string;
  /** What is wrong with the name; null if nothing is. */
  readonly nameProblem: string | null;
  /** Default: the default image. */
  readonly imageId?: string;
  /** Default: the default region. */
  readonly region?: string;
}

/** What a request for an order carries besides the plan: omitted fields are left out. */
export function asked({ sshKeyId, name, imageId, region }: ServerOrder): {
  sshKeyId: string;
  name?: string;
  imageId?: string;
  region?: string;
} {
  return {
    sshKeyId: sshKeyId ?? '',
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(imageId !== undefined && { imageId }),
    ...(region !== undefined && { region }),
  };
}
