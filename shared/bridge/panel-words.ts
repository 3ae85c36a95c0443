/** Words of the panel and of the launcher. */
export interface PanelWords {
  readonly title: string
  readonly close: string
  readonly slow: string
  readonly retry: string
  /** Of a chat that did not load, in place of all that English says. */
  readonly failed: string
  readonly answering: string
  readonly unread: string
}
