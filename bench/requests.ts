import type { Request } from 'autocannon';

/** Enough clients that, below 90,000 requests a second, none exceeds 30 requests in a round, the smaller limit. */
const CLIENTS_PER_SECOND = 3000;

/** The same request from many clients, as a proxy forwards them; each round has its own network. */
export function fromManyClients(request: Request, round: { network: number; seconds: number }): Request[] {
  const clients = Math.ceil(round.seconds * CLIENTS_PER_SECOND);
  return Array.from({ length: clients }, (_unused, index) => withClient(request, clientAddress(round.network, index)));
}

export function withClient(request: Request, address: string): Request {
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } };
}

export function clientAddress(network: number, index: number): string {
  return `10.${network}.${index >> 8}.${index & 255}`;
}
