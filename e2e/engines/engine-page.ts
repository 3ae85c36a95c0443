/** Roles that the journeys look for. */
export type Role =
  | 'article'
  | 'button'
  | 'heading'
  | 'listitem'
  | 'log'
  | 'menuitem'
  | 'navigation'
  | 'searchbox'
  | 'textbox'

/** What somebody looks for in the chat: by what it is, what it is called and what it is in. Of several the first is used. */
export interface Place {
  readonly role: Role
  /** All of it, or a part that matches. */
  readonly name?: string | RegExp
  readonly within?: Place
}

/** Keys that have a name, in the words of Playwright. */
export type NamedKey = 'Enter' | 'Control+a'

/**
 * A tab in which somebody chats, in any browser engine. All but the first three are about the chat's frame.
 * What is done waits until its place is there and can be used; what is read is what can be seen now.
 */
export interface EnginePage {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Goes to a page by its address, and back: browsers keep the page that is left, and show it again as it was. */
  leave(url: string): Promise<void>
  back(): Promise<void>
  /** Clicks, closes the tab at once, and opens the address in another tab of the same browser. */
  clickAndClose(place: Place, url: string): Promise<void>
  /** Clicks a button of the host page: the launcher, or one of the page's own. */
  clickOnPage(name: string): Promise<void>
  click(place: Place): Promise<void>
  /** Clicks a field, and types. */
  type(place: Place, text: string): Promise<void>
  /** Types into whatever has the focus. */
  typeAnywhere(text: string): Promise<void>
  press(key: NamedKey): Promise<void>
  /** Picks text files of the disk by the button that asks for them. */
  attach(button: Place, paths: readonly string[]): Promise<void>
  /** The texts of all such places. */
  texts(place: Place): Promise<readonly string[]>
  /** What stands in a field. */
  value(field: Place): Promise<string>
  /** Runs in the document of the chat, and knows nothing outside of itself; gives JSON. */
  evaluate<Result>(run: (root: Element) => Result): Promise<Result>
  close(): Promise<void>
}

/** A browser that was started. */
export interface Engine {
  /** What its driver cannot do as a person does: each by its name, and why. */
  readonly skips: readonly string[]
  /** A tab that knows of nothing that was done in another. */
  newPage(): Promise<EnginePage>
  stop(): Promise<void>
}
