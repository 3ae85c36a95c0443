/** Whether text may appear bit by bit now. */
export interface Pace {
  /** True in a hidden tab and under reduced motion: then everything is shown at once. */
  isImmediate(): boolean
  /** Called when the answer may have changed, also when the tab is shown again. Returns how to stop. */
  subscribe(listener: () => void): () => void
}
