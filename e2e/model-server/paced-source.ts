/** Timer interval in milliseconds: pieces that are due within it are sent together. */
const TICK_MS = 5

export interface PacedSource {
  /**
   * Yields the same piece `perSecond` times a second, the first at once, until `signal` aborts. A late reader
   * gets missed pieces at once.
   */
  pieces<Piece>(
    piece: Piece,
    perSecond: number,
    signal: AbortSignal,
  ): AsyncGenerator<Piece, void, void>
  /** Stops its timer. */
  close(): void
}

/** A source for measuring the code around it: one timer for all streams, so that its cost is negligible. */
export function createPacedSource(): PacedSource {
  /** Waiting callers, by the tick that they wait for. */
  const waiting = new Map<number, (() => void)[]>()
  const tickAt = (ms: number) => Math.ceil(ms / TICK_MS)
  let tick = tickAt(performance.now())

  const timer = setInterval(() => {
    const now = tickAt(performance.now())
    for (; tick <= now; tick += 1) {
      const due = waiting.get(tick)
      if (!due) continue
      waiting.delete(tick)
      for (const wake of due) wake()
    }
  }, TICK_MS)

  function until(ms: number): Promise<void> {
    const at = tickAt(ms)
    if (at < tick) return Promise.resolve()
    return new Promise((resolve) => {
      const others = waiting.get(at)
      if (others) others.push(resolve)
      else waiting.set(at, [resolve])
    })
  }

  return {
    async *pieces(piece, perSecond, signal) {
      const start = performance.now()
      for (let count = 0; !signal.aborted; count += 1) {
        await until(start + (count * 1_000) / perSecond)
        yield piece
      }
    },
    close: () => clearInterval(timer),
  }
}
