/** Position of an edit in a field. */
export interface EditPlace {
  /** Start of the selection before the edit. */
  readonly start: number
  /** Characters after the caret after the edit. */
  readonly behind: number
  /** True if the browser restored earlier text: by Undo, or by dragging. */
  readonly isPutBack: boolean
}
