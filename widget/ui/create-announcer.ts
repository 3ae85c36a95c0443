/** Assertive only for what blocks the user. */
export type AnnounceChannel = 'polite' | 'alert'

export interface AnnounceOptions {
  /** Default `polite`. */
  readonly channel?: AnnounceChannel
  /** Milliseconds of delay, for example while a click itself is announced. Default 0. */
  readonly delayMs?: number
}

export type Announce = (text: string, options?: AnnounceOptions) => void

export interface AnnouncerRegions {
  /** Used in turn, so that a repeated text is a change again. */
  readonly polite: readonly [HTMLElement, HTMLElement]
  readonly alert: HTMLElement
}

export interface Announcer {
  /** Queues a text. Texts from before `connect` wait for it. */
  readonly announce: Announce
  /** Clears announced and queued texts: they were for another person. */
  readonly empty: () => void
  /**
   * Clears as well, and drops texts from now on or takes them again. A screen reader reads out regions with texts
   * when they become visible, so those of a closed panel are empty.
   */
  readonly mute: (isMuted: boolean) => void
  /**
   * Speaks through these elements, which must be in the document and empty, until others are connected: a modal
   * dialog brings its own, since it silences those behind it. Returns the function that disconnects.
   */
  connect(regions: AnnouncerRegions): () => void
}

/** Safari ignores changes of a region that was mounted a moment ago. */
export const FIRST_ANNOUNCEMENT_MS = 100
/** Two changes in one tick lose the first one in NVDA. */
export const ANNOUNCEMENT_GAP_MS = 150
/** A node that is removed before the screen reader's own queue reaches it is never spoken. */
export const ANNOUNCEMENT_LIFE_MS = 7000
const QUEUE_LIMIT = 20

interface Queued {
  readonly text: string
  readonly channel: AnnounceChannel
}

/** A queue in front of three live regions at a time. Owns their children; React renders them empty. */
export function createAnnouncer(): Announcer {
  const queue: Queued[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** Connected regions; the last ones speak. */
  const connected: AnnouncerRegions[] = []
  let holding: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  let isMuted = false
  let turn = 0

  function later(run: () => void, delayMs: number) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, delayMs)
    timers.add(timer)
    return timer
  }

  function pump(): void {
    const regions = connected.at(-1)
    const next = isWaiting || regions === undefined ? undefined : queue.shift()
    if (next === undefined || regions === undefined) return
    const region = next.channel === 'alert' ? regions.alert : regions.polite[turn++ % 2]
    const node = document.createElement('div')
    node.textContent = next.text
    region?.append(node)
    later(() => node.remove(), ANNOUNCEMENT_LIFE_MS)
    hold(ANNOUNCEMENT_GAP_MS)
  }

  function hold(delayMs: number): void {
    isWaiting = true
    if (holding !== undefined) clearTimeout(holding)
    holding = later(() => {
      isWaiting = false
      pump()
    }, delayMs)
  }

  function clear(regions: AnnouncerRegions): void {
    for (const region of [...regions.polite, regions.alert]) region.replaceChildren()
  }

  function stopTimers(): void {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  function enqueue(item: Queued): void {
    if (isMuted) return
    if (queue.length === QUEUE_LIMIT) queue.shift()
    queue.push(item)
    pump()
  }

  function empty(): void {
    queue.length = 0
    stopTimers()
    connected.forEach(clear)
    hold(ANNOUNCEMENT_GAP_MS)
  }

  return {
    announce(text, { channel = 'polite', delayMs = 0 } = {}) {
      if (text === '') return
      if (delayMs > 0) later(() => enqueue({ text, channel }), delayMs)
      else enqueue({ text, channel })
    },
    connect(elements) {
      connected.push(elements)
      hold(FIRST_ANNOUNCEMENT_MS)
      return () => {
        connected.splice(connected.indexOf(elements), 1)
        clear(elements)
        // Regions behind a dialog are audible only from now on.
        if (connected.length > 0) return hold(FIRST_ANNOUNCEMENT_MS)
        isWaiting = false
        stopTimers()
      }
    },
    empty,
    mute(isNowMuted) {
      if (isMuted === isNowMuted) return
      isMuted = isNowMuted
      empty()
    },
  }
}
