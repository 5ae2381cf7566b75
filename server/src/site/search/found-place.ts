/** A place in the documentation. */
export interface FoundPlace {
  /** Below the site, in the reader's language, with its anchor. */
  readonly href: string;
  readonly title: string;
  /** The page that it stands on. */
  readonly page: string;
  readonly text: string;
}
