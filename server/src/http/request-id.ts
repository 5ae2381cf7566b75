import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from '../kit/trusted-proxies.ts';

const PLAIN = /^[A-Za-z0-9_.-]{1,64}$/;

export interface RequestIds {
  /** A new id that cannot be guessed from others, unique across processes. */
  fresh(): string;
  /** The name a trusted proxy gave the request, else a new one. */
  of(request: IncomingMessage): string;
}

export function requestIds(isTrusted: IsTrusted): RequestIds {
  const fresh = () => `req_${randomUUID().replaceAll('-', '')}`;
  return {
    fresh,
    of: (request) => {
      const given = request.headers['x-request-id'];
      if (typeof given === 'string' && PLAIN.test(given) && isTrusted(request.socket.remoteAddress ?? '')) return given;
      return fresh();
    },
  };
}
