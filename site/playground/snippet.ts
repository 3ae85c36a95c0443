/** Code that adds a chat to one kind of page. */
export interface Snippet {
  readonly name: string
  readonly group: 'Any page' | 'Frameworks' | 'Shops and site builders'
  /** Instructions, in one or two sentences. */
  readonly hint: string
  /** Path of the code in a new project of the framework. */
  readonly file?: string
  readonly code: string
}
