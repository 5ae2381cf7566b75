/** Why Boreal does not start or cannot go on; the message is a sentence for the operator. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartRefused';
  }
}
