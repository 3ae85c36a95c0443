/** Roles that the journeys use. */
export type Role =
  | 'article'
  | 'button'
  | 'heading'
  | 'link'
  | 'listitem'
  | 'log'
  | 'menuitem'
  | 'navigation'
  | 'searchbox'
  | 'textbox'

/** An element of the chat, by its role, its name and its container. If several match, the first is used. */
export interface Place {
  readonly role: Role
  /** The whole name, or a matching part. */
  readonly name?: string | RegExp
  readonly within?: Place
}

/** Named keys, in Playwright's notation. */
export type NamedKey = 'Enter' | 'Control+a'

/**
 * A tab with the chat, in any browser engine. Unless they say otherwise, methods concern the chat's frame.
 * Actions wait until their element exists and is usable; reads return the current visible state.
 */
export interface EnginePage {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Navigates to a page, and back: browsers keep the left page, and restore it unchanged. */
  leave(url: string): Promise<void>
  back(): Promise<void>
  /** Clicks, closes the tab immediately, and opens the address in another tab of the same browser. */
  clickAndClose(place: Place, url: string): Promise<void>
  /** Clicks a button of the host page: the launcher, or a button of the page. */
  clickOnPage(name: string): Promise<void>
  click(place: Place): Promise<void>
  /** Clicks a field and types into it. */
  type(place: Place, text: string): Promise<void>
  /** Types into the focused element. */
  typeAnywhere(text: string): Promise<void>
  press(key: NamedKey): Promise<void>
  /** Chooses text files from the disk through the button that asks for them. */
  attach(button: Place, paths: readonly string[]): Promise<void>
  /** The texts of all matching elements. */
  texts(place: Place): Promise<readonly string[]>
  /** The value of a field. */
  value(field: Place): Promise<string>
  /** Runs a self-contained function in the chat's document; its result must be JSON. */
  evaluate<Result>(run: (root: Element) => Result): Promise<Result>
  /** Runs a self-contained function in the host page; its result must be JSON. */
  evaluateOnPage<Result>(run: (root: Element) => Result): Promise<Result>
  close(): Promise<void>
}

export type PageLoad = 'normal' | 'none'

/** A running browser. */
export interface Engine {
  /** Journeys that its driver cannot perform like a user, each with the reason. */
  readonly skips: readonly string[]
  /**
   * Opens a tab without any state of other tabs.
   *
   * @param pageLoad `none`: WebKit's driver does not wait for documents that are still loading. Default `normal`.
   */
  newPage(pageLoad?: PageLoad): Promise<EnginePage>
  stop(): Promise<void>
}
