/** What one has chosen besides plan and billing. */
export interface ServerOrder {
  /** Null until one is chosen. */
  readonly sshKeyId: string | null;
  /** As it was typed; a name is made up where it is empty. */
  readonly name: string;
  /** What is wrong with the name; null where nothing is. */
  readonly nameProblem: string | null;
  /** The default image where left out. */
  readonly imageId?: string;
}

/** Of an order, what a request carries besides the plan: what was not given is left out. */
export function asked({ sshKeyId, name, imageId }: ServerOrder): { sshKeyId: string; name?: string; imageId?: string } {
  return { sshKeyId: sshKeyId ?? '', ...(name.trim() !== '' && { name: name.trim() }), ...(imageId !== undefined && { imageId }) };
}
