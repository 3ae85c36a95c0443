/** Decides whether text may appear bit by bit. */
export interface Pace {
  /** True in a hidden tab and under reduced motion: then all text is shown at once. */
  isImmediate(): boolean
  /** Subscribes to possible changes, and to the tab becoming visible. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}
