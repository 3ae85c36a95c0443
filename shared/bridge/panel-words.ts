/** Texts of the panel and of the launcher. */
export interface PanelWords {
  readonly title: string
  readonly close: string
  readonly slow: string
  readonly retry: string
  /** For a chat that did not load, instead of the English sentences. */
  readonly failed: string
  /** Opens a panel again that made room for the page. */
  readonly back: string
  readonly answering: string
  readonly unread: string
}
