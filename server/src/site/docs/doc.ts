import type { Html, View } from '../page.ts';
import type { Examples } from './examples.ts';

/** A page of the documentation. */
export interface Doc {
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly sections: readonly DocSection[];
}

export interface DocSection {
  /** Its anchor, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** The helpers for writing a page of the documentation. */
export interface DocKit {
  readonly view: View;
  readonly examples: Examples;
  /** A text to copy; `label` says where it goes. */
  readonly code: (text: string, label?: string) => Html;
  /** Tables derived from the contract, in the reader's language. */
  readonly statusTable: () => Html;
  readonly errorTable: () => Html;
  readonly limitTable: () => Promise<Html>;
  readonly clientSetups: () => Html;
  readonly exitTable: () => Html;
  /** Amounts from the contract, formatted for the reader. */
  readonly minimumTopup: string;
  readonly backupPrice: string;
}

export type WriteDoc = (kit: DocKit) => Doc | Promise<Doc>;
