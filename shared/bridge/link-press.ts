/** A press on a link of the conversation to the page's own site. */
export interface LinkPress {
  readonly url: string
  /** The person has read the whole address and agreed to open it, or the server cites a document of the owner there. */
  readonly isAgreed?: boolean | undefined
}

/** `ask`: nothing happened; the person has to see the address and agree. */
export type LinkReply = 'done' | 'ask'
