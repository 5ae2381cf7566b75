import type { IncomingMessage } from 'node:http';
import { randomBase62 } from '../kit/ids.ts';
import type { IsTrusted } from '../kit/trusted-proxies.ts';

const PLAIN = /^[A-Za-z0-9_.-]{1,64}$/;

export interface RequestIds {
  /** A new id, unique across processes. */
  fresh(): string;
  /** The name a trusted proxy gave the request, else a new one. */
  of(request: IncomingMessage): string;
}

export function requestIds(isTrusted: IsTrusted): RequestIds {
  const prefix = `req_${randomBase62(10)}`;
  let count = 0;
  const fresh = () => {
    count += 1;
    return `${prefix}${count.toString(36)}`;
  };
  return {
    fresh,
    of: (request) => {
      const given = request.headers['x-request-id'];
      if (typeof given === 'string' && PLAIN.test(given) && isTrusted(request.socket.remoteAddress ?? '')) return given;
      return fresh();
    },
  };
}
