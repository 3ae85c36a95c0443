/** Where an edit was made. */
export interface EditPlace {
  /** Where the selection began before the edit. */
  readonly start: number
  /** Characters behind the caret after the edit. */
  readonly behind: number
  /** The browser put back what was there before: by Undo, or by dragging. */
  readonly isPutBack: boolean
}
