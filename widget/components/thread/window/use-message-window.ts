import { useStore } from 'jotai/react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { messageAtom } from '../../../state/thread.ts'
import { messageElementId } from '../../message/message-element.ts'
import { carryRange, firstRange, FOLDED_FROM } from './carry-range.ts'
import { chooseRange, type Range } from './choose-range.ts'
import { createHeightBook } from './height-book.ts'
import { findSelectedRange } from './selected-range.ts'
import { createRunReuse, isInside, splitRuns, type Run } from './split-runs.ts'

/** The last turn is drawn always: it is where things happen. */
const LAST_DRAWN = 2
/** Drawn around a message that is jumped to. */
const AROUND = 6
/** So near to the oldest loaded message, in heights of the view, older ones are asked for. */
const ASK_WITHIN = 2

export interface MessageWindowInput {
  readonly logRef: RefObject<HTMLElement | null>
  readonly contentRef: RefObject<HTMLElement | null>
  readonly ids: readonly string[]
  /** A message that has the focus stays drawn. */
  readonly focusedId: string | null
  /** The reader comes near to the oldest loaded message. */
  readonly onNearStart: () => void
}

export interface MessageWindow {
  readonly runs: readonly Run[]
  readonly heightOf: (ids: readonly string[]) => number
  /** Draws a message and returns its element. */
  readonly draw: (id: string) => HTMLElement | null
  /** Nothing is drawn anew until the next `show`. */
  readonly hold: () => void
  /** Draws a message, moves it into the middle of the view, and returns its element. */
  readonly show: (id: string) => HTMLElement | null
}

interface Drawn {
  readonly ids: readonly string[]
  readonly range: Range
  /** What the reader has selected stays as it is. */
  readonly selected: Range | null
  /** Rises and falls with the path's beginning. */
  readonly origin: number
}

/**
 * Which messages of a long thread are elements: those that are seen, those near them, the last turn,
 * and those that somebody works with. All others stand as folded blocks.
 */
export function useMessageWindow(input: MessageWindowInput): MessageWindow {
  const { logRef, contentRef, ids, focusedId, onNearStart } = input
  const store = useStore()
  const [heights] = useState(() => createHeightBook((id) => store.get(messageAtom(id))))
  const [stored, setDrawn] = useState<Drawn>(() => startAt(ids))
  const [isAllDrawn, setAllDrawn] = useState(false)
  const nearStart = useRef(onNearStart)
  const isHeld = useRef(false)
  const [reuseRuns] = useState(createRunReuse)

  let drawn = stored
  if (stored.ids !== ids) {
    drawn = carry(stored, ids)
    setDrawn(drawn)
  }
  const { range, origin, selected } = drawn

  useLayoutEffect(() => {
    nearStart.current = onNearStart
  })

  const update = useCallback(() => {
    const box = logRef.current
    const list = contentRef.current
    if (box === null || list === null || ids.length <= FOLDED_FROM || isHeld.current) return
    measure(list, heights.measured)
    const selected = findSelectedRange(list, ids)
    const first = list.querySelector<HTMLElement>('[data-message-id], [data-folded]')
    const view = { top: box.scrollTop - (first?.offsetTop ?? 0), port: box.clientHeight }
    const next = chooseRange(ids.length, (index) => heights.of(ids[index]!), view, range)
    if (view.top < ASK_WITHIN * view.port) nearStart.current()
    if (isSame(next, range)) return
    setDrawn((before) => (before.ids === ids ? { ...before, range: next, selected } : before))
  }, [logRef, contentRef, ids, range, heights])

  // Each change of the range asks again, until nothing is left to draw.
  useEffect(() => {
    const frame = requestAnimationFrame(update)
    return () => cancelAnimationFrame(frame)
  }, [update])

  useEffect(() => {
    const box = logRef.current
    if (box === null || ids.length <= FOLDED_FROM) return
    let frame = 0
    let width = box.clientWidth
    const schedule = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        update()
      })
    }
    const observer = new ResizeObserver(() => {
      if (box.clientWidth !== width) heights.forget()
      width = box.clientWidth
      schedule()
    })
    observer.observe(box)
    box.addEventListener('scroll', schedule, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      box.removeEventListener('scroll', schedule)
    }
  }, [logRef, ids, update, heights])

  // Paper has no window to look through.
  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    window.addEventListener('beforeprint', () => flushSync(() => setAllDrawn(true)), { signal })
    window.addEventListener('afterprint', () => setAllDrawn(false), { signal })
    return () => lifetime.abort()
  }, [])

  const runs = useMemo(() => {
    const focused = focusedId === null ? -1 : ids.indexOf(focusedId)
    const ranges: Range[] = [range, { start: ids.length - LAST_DRAWN, end: ids.length }]
    if (focused >= 0) ranges.push({ start: focused, end: focused + 1 })
    if (selected !== null) ranges.push(selected)
    if (isAllDrawn) ranges.push({ start: 0, end: ids.length })
    return reuseRuns(splitRuns(ids, isInside(ranges), origin))
  }, [ids, range, origin, selected, focusedId, isAllDrawn, reuseRuns])

  const heightOf = useCallback(
    (folded: readonly string[]) => folded.reduce((sum, id) => sum + heights.of(id), 0),
    [heights],
  )

  const draw = useCallback(
    (id: string) => {
      const known = document.getElementById(messageElementId(id))
      const index = ids.indexOf(id)
      if (known !== null || index === -1) return known
      const around = {
        start: Math.max(0, index - AROUND),
        end: Math.min(ids.length, index + AROUND),
      }
      flushSync(() => setDrawn((before) => ({ ...before, range: around })))
      return document.getElementById(messageElementId(id))
    },
    [ids],
  )

  const hold = useCallback(() => void (isHeld.current = true), [])
  const show = useCallback(
    (id: string) => {
      isHeld.current = false
      const element = draw(id)
      element?.scrollIntoView({ block: 'center', behavior: 'instant' })
      return element
    },
    [draw],
  )

  return { runs, heightOf, draw, hold, show }
}

const startAt = (ids: readonly string[]): Drawn => ({
  ids,
  range: firstRange(ids.length),
  selected: null,
  origin: 0,
})

function carry({ ids: before, range, origin }: Drawn, ids: readonly string[]): Drawn {
  const [first] = before
  const shift = first === undefined ? -1 : ids.indexOf(first)
  // Another thread begins anew; older messages in front move the origin with them.
  if (shift === -1) return startAt(ids)
  return { ids, range: carryRange(before, range, ids), selected: null, origin: origin + shift }
}

/** Messages from top to top, so that the distance between two is counted once. */
function measure(list: HTMLElement, note: (id: string, height: number) => void): void {
  for (const element of list.children) {
    const id = element instanceof HTMLElement ? element.dataset['messageId'] : undefined
    if (id === undefined) continue
    const article = element as HTMLElement
    const next = article.nextElementSibling as HTMLElement | null
    note(id, next === null ? article.offsetHeight : next.offsetTop - article.offsetTop)
  }
}

const isSame = (one: Range, other: Range): boolean =>
  one.start === other.start && one.end === other.end
