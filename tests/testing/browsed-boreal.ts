import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { makeBorealHome, type BorealHome } from './boreal-process-home.ts';
import type { BorealProcess, Environment } from './boreal-process.ts';
import { openChromium, openVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { started } from './started.ts';

/** How people look at a page: for the name of a test, how wide their screen is, and in which colours. */
export const DESK_AND_PHONE = [
  ['at a desk', 1280, 'light'],
  ['on a telephone', 390, 'dark'],
] as const;

/** A Boreal of its own, with the demo's people, and a browser for them. */
export interface BrowsedBoreal {
  readonly home: BorealHome;
  readonly boreal: BorealProcess;
  /** Somebody at the browser, on this Boreal's site. */
  open(options?: Partial<VisitorOptions>): Promise<Visitor>;
}

/** Starts one before the tests of a file, prepares it for them, and ends it after them, even when it did not come up. */
export function browsedBoreal(environment: Environment = {}, prepare?: () => Promise<void>): BrowsedBoreal {
  let home: BorealHome | undefined;
  let boreal: BorealProcess | undefined;
  let browser: Browser | undefined;
  before(async () => {
    home = await makeBorealHome();
    // One after the other: a browser that opens while Boreal fails would keep the file from ending.
    browser = await openChromium();
    boreal = await home.start(environment);
    // Here, because Node does not wait for one `before` of a file until it begins the next.
    await prepare?.();
  });
  after(async () => {
    await browser?.close();
    await home?.close();
  });
  return {
    get home() {
      return started(home);
    },
    get boreal() {
      return started(boreal);
    },
    open: (options = {}) => openVisitor(started(browser), { siteUrl: started(boreal).siteUrl, ...options }),
  };
}
