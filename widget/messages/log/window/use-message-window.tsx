import { useStore } from 'jotai/react'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { messageText, type Message } from '../../../../shared/thread/message.ts'
import { messageAtom } from '../../../conversation/atoms/conversation-view.ts'
import { messageElement } from '../../message-element.ts'
import { chooseRange, FOLDED_FROM, isSameRange, rangeAround, type Range } from './ranges.ts'
import { carryDrawn, createRunReuse, runsOf, startDrawn, type Drawn, type Run } from './runs.ts'

/** Distance from the oldest loaded message, in heights of the view, at which older ones are requested. */
const ASK_WITHIN = 2

export interface MessageWindowInput {
  readonly log: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLElement | null>
  readonly ids: readonly string[]
  /** A focused message stays drawn. */
  readonly focusedId: string | null
  /** Called when the reader comes near the oldest loaded message. */
  readonly onNearStart: () => void
  /** The first visible message of another thread; `undefined`: its end. */
  readonly firstSeen: () => string | undefined
}

export interface MessageWindow {
  readonly runs: readonly Run[]
  readonly heightOf: (ids: readonly string[]) => number
  /** Draws a message and returns its element. */
  readonly draw: (id: string) => HTMLElement | null
  /** Draws a message, scrolls it to the middle of the view, and returns its element. */
  readonly show: (id: string) => HTMLElement | null
}

/**
 * Chooses which messages of a long thread are elements: the visible ones, those near them, the last turn, and those
 * with focus or selection. All others are folded blocks.
 */
export function useMessageWindow(input: MessageWindowInput): MessageWindow {
  const { log, content, ids, focusedId, onNearStart, firstSeen } = input
  const store = useStore()
  const [heights] = useState(() => createHeightBook((id) => store.get(messageAtom(id))))
  const [stored, setDrawn] = useState<Drawn>(() => startDrawn(ids))
  const [reuseRuns] = useState(createRunReuse)
  const isWhole = useIsPrinting()

  let drawn = stored
  if (stored.ids !== ids) {
    drawn = carryDrawn(stored, ids, firstSeen)
    setDrawn(drawn)
  }
  const { range } = drawn

  function look(): void {
    const [box, list] = [log.current, content.current]
    if (box === null || list === null || ids.length <= FOLDED_FROM) return
    heights.measure(list)
    const selected = findSelectedRange(list, ids)
    const first = list.querySelector<HTMLElement>('[data-message-id], [data-folded]')
    const view = { top: box.scrollTop - (first?.offsetTop ?? 0), port: box.clientHeight }
    const next = chooseRange(ids.length, (index) => heights.of(ids[index]!), view, range)
    if (view.top < ASK_WITHIN * view.port) onNearStart()
    if (isSameRange(next, range)) return
    setDrawn((before) => (before.ids === ids ? { ...before, range: next, selected } : before))
  }

  // Each change of the range repeats this until nothing is left to draw.
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    const frame = requestAnimationFrame(() => lookAgain())
    return () => cancelAnimationFrame(frame)
  }, [ids, range])

  useViewChanges(log, ids.length > FOLDED_FROM, (isOtherWidth) => {
    if (isOtherWidth) heights.forget()
    look()
  })

  const runs = useMemo(
    () => reuseRuns(runsOf(drawn, focusedId, isWhole)),
    [drawn, focusedId, isWhole, reuseRuns],
  )

  const heightOf = useCallback(
    (folded: readonly string[]) => folded.reduce((sum, id) => sum + heights.of(id), 0),
    [heights],
  )

  const draw = useCallback(
    (id: string) => {
      const known = messageElement(id)
      const index = ids.indexOf(id)
      if (known !== null || index === -1) return known
      flushSync(() => setDrawn((before) => ({ ...before, range: rangeAround(index, ids.length) })))
      return messageElement(id)
    },
    [ids],
  )

  const show = useCallback(
    (id: string) => {
      const element = draw(id)
      element?.scrollIntoView({ block: 'center', behavior: 'instant' })
      return element
    },
    [draw],
  )

  return { runs, heightOf, draw, show }
}

/**
 * Calls back once a frame if the log was scrolled or resized.
 *
 * @param isOn true while the result is needed.
 */
function useViewChanges(
  log: RefObject<HTMLElement | null>,
  isOn: boolean,
  onChange: (isOtherWidth: boolean) => void,
): void {
  const handleChange = useEffectEvent(onChange)

  useEffect(() => {
    const box = log.current
    if (box === null || !isOn) return
    let frame = 0
    let width = box.clientWidth
    const schedule = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        const isOtherWidth = box.clientWidth !== width
        width = box.clientWidth
        handleChange(isOtherWidth)
      })
    }
    const observer = new ResizeObserver(schedule)
    observer.observe(box)
    box.addEventListener('scroll', schedule, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      box.removeEventListener('scroll', schedule)
    }
  }, [log, isOn])
}

/** Printing needs the whole thread. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)

  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    window.addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), { signal })
    window.addEventListener('afterprint', () => setIsPrinting(false), { signal })
    return () => lifetime.abort()
  }, [])

  return isPrinting
}

/** A selection over more messages than this is not kept as elements. */
const SELECTED_MAX = 200

/** The messages from the beginning to the end of the reader's selection. */
function findSelectedRange(list: HTMLElement, ids: readonly string[]): Range | null {
  const selection = list.ownerDocument.getSelection()
  if (!selection || selection.isCollapsed) return null
  const ends = [selection.anchorNode, selection.focusNode].map((node) => indexOf(list, ids, node))
  const known = ends.filter((index) => index !== -1)
  if (known.length === 0) return null
  const start = Math.min(...known)
  const end = Math.max(...known) + 1
  return end - start <= SELECTED_MAX ? { start, end } : null
}

function indexOf(list: HTMLElement, ids: readonly string[], node: Node | null): number {
  if (node === null || !list.contains(node)) return -1
  const element = node instanceof Element ? node : node.parentElement
  const id = element?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
  return id === undefined ? -1 : ids.indexOf(id)
}

/** Heights of messages on the screen: measured, or estimated. */
interface HeightBook {
  of(id: string): number
  /** Measures the drawn messages of a list. */
  measure(list: HTMLElement): void
  /** The width changed, so measured heights are no longer valid. */
  forget(): void
}

const LINE_PX = 24
const CHARACTERS_PER_LINE = 46
/** Height of a message besides its lines: its padding and the distance to the next. */
const AROUND_PX = 44

function createHeightBook(readMessage: (id: string) => Message | undefined): HeightBook {
  const measured = new Map<string, number>()
  const guessed = new Map<string, number>()

  return {
    of(id) {
      const known = measured.get(id) ?? guessed.get(id)
      if (known !== undefined) return known
      const message = readMessage(id)
      if (!message) return 0
      const height = guessHeight(messageText(message))
      guessed.set(id, height)
      return height
    },
    // From top to top, so that the distance between two is counted once.
    measure(list) {
      for (const element of list.children as HTMLCollectionOf<HTMLElement>) {
        const id = element.dataset['messageId']
        if (id === undefined) continue
        const next = element.nextElementSibling as HTMLElement | null
        measured.set(id, next === null ? element.offsetHeight : next.offsetTop - element.offsetTop)
      }
    },
    forget: () => measured.clear(),
  }
}

function guessHeight(text: string): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0)
  return AROUND_PX + lines * LINE_PX
}
