import { AppError } from '../kit/errors.ts';

/** Whether a method changes something. */
export function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/**
 * A write must have an `Origin` equal to the site's own, so that no other web page can make a browser write.
 * @throws FORBIDDEN_ORIGIN, whose text names the header to send
 */
export function requireOwnOrigin(request: { method: string; origin: string | undefined }, siteUrl: string): void {
  if (isWrite(request.method) && request.origin !== siteUrl) throw new AppError('FORBIDDEN_ORIGIN', { siteUrl });
}
