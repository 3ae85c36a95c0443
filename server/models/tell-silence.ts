import { setTimeout as delay } from 'node:timers/promises'
import { startingChunk, waitChunk, type WaitChunk } from '../../shared/wire/wait-chunk.ts'

/** Passes parts on; if the first one is late, says so before it, and that this is over. */
export async function* tellSilence<Part>(
  parts: AsyncGenerator<Part, void, undefined>,
  afterMs: number,
): AsyncGenerator<Part | WaitChunk, void, undefined> {
  const first = parts.next()
  // If the reader leaves during the news, nothing else waits for it.
  first.catch(() => {})
  const isLate = await exceeds(first, afterMs)
  if (!isLate) {
    const { value, done } = await first
    if (done !== true) yield value
    yield* parts
    return
  }
  try {
    yield startingChunk()
    const { value, done } = await first
    yield waitChunk(0)
    if (done !== true) yield value
    yield* parts
  } finally {
    // Ends with the connection, which the reader's leaving closes.
    void parts.return().catch(() => {})
  }
}

/** True if `task` has not settled after `ms`. */
async function exceeds(task: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(ms, true, { signal: timer.signal }).catch(() => false)
  const settled = task.then(
    () => false,
    () => false,
  )
  try {
    return await Promise.race([settled, late])
  } finally {
    timer.abort()
  }
}
