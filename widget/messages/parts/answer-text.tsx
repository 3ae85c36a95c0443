import { Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { CitedText, CitesContext } from '../../markdown/cited-text.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { settleTabStops } from '../message-element.ts'

const Markdown = lazyPart(async () => (await import('../../markdown/markdown.tsx')).Markdown)

export interface AnswerTextProps {
  text: string
  isStreaming: boolean
  /** Placed after the last word once the text is complete. */
  tail?: ReactNode
}

/** Markdown once its code is loaded; until then the same text in plain form. */
export function AnswerText(props: AnswerTextProps) {
  const { isHeld, ...focusEvents } = useFocusHold()
  return (
    <div className="answer-text" data-speech>
      <Suspense fallback={<PlainText {...props} {...focusEvents} />}>
        <RichText {...props} isHeld={isHeld} />
      </Suspense>
    </div>
  )
}

// No limit: the plain form says the same; it stays until the focus leaves it.
const HELD = new Promise<never>(() => {})

function RichText({ text, isStreaming, tail, isHeld }: AnswerTextProps & { isHeld: boolean }) {
  if (isHeld) use(HELD)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // This code may load after the message around it has settled its tab stops.
    if (root.current !== null && !isStreaming) settleTabStops(root.current)
  }, [isStreaming])

  return (
    <div ref={root}>
      <Markdown text={text} isStreaming={isStreaming} caret={CARET} tail={tail} />
    </div>
  )
}

interface FocusEvents {
  onFocus?: () => void
  onBlur?: () => void
}

/**
 * Held while the focus is in an element or in a dialog that it has opened. A citation that is replaced at that
 * moment would close its passage and lose the focus.
 */
function useFocusHold(): Required<FocusEvents> & { isHeld: boolean } {
  const [isHeld, setIsHeld] = useState(false)
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(release.current), [])
  return {
    isHeld,
    onFocus() {
      clearTimeout(release.current)
      setIsHeld(true)
    },
    onBlur() {
      // The focus may move to a dialog, which is no descendant in the document.
      release.current = setTimeout(() => setIsHeld(false))
    },
  }
}

/** The beginning of a reference by number, at the end of a growing text. */
const HALF_CITE = /\[\d{0,3}$/

/** An answer's text in plain form, with its line breaks and its references to sources. */
export function PlainText({ text, isStreaming, onFocus, onBlur }: AnswerTextProps & FocusEvents) {
  const isCited = use(CitesContext) !== undefined
  return (
    <p className="plain-text" dir={readPlainDirection(text)} onFocus={onFocus} onBlur={onBlur}>
      <CitedText text={isStreaming && isCited ? text.replace(HALF_CITE, '') : text} />
      {isStreaming && CARET}
    </p>
  )
}

const CARET = <span className="caret" aria-hidden />
