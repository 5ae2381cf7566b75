import type { Request } from 'autocannon';

/** Distinct clients of a round: enough that none passes its limit of requests in a clock minute. */
export const CLIENTS = 8000;

/** The same request from many clients, as a proxy forwards them; each round has a network of its own. */
export function fromManyClients(request: Request, input: { network: number; clients?: number }): Request[] {
  return Array.from({ length: input.clients ?? CLIENTS }, (_unused, index) => withClient(request, clientAddress(input.network, index)));
}

export function withClient(request: Request, address: string): Request {
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } };
}

export function clientAddress(network: number, index: number): string {
  return `10.${network}.${index >> 8}.${index & 255}`;
}
