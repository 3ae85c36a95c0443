import { createContext, memo, type ReactNode, use, useEffect, useReducer } from 'react'
import { createHighlighter, type Highlighter, startHighlightWorker } from './highlighter.ts'
import { findLanguage, type KnownLanguage } from './known-languages.ts'
import { MAX_HIGHLIGHTED_CHARS, MAX_PIECE_CHARS } from './limits.ts'
import { markInvisible } from '../../shared/mark-invisible.ts'

let shared: Highlighter | undefined

/** Shared by all messages, created when the first code is drawn. */
const sharedHighlighter = (): Highlighter =>
  (shared ??= createHighlighter({
    startWorker: startHighlightWorker,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }))

/** Another highlighter, for tests. */
export const HighlighterContext = createContext<Highlighter | undefined>(undefined)

export interface CodeTextProps {
  language: string
  chunks: readonly string[]
  /** True if the last piece may still grow. */
  isOpen: boolean
  /** Drawn after the last character. */
  end?: ReactNode
}

/**
 * Code in pieces, each in a separate box: while it grows, only the last piece is written and laid out again. A
 * piece is coloured once, when it can no longer change.
 */
export function CodeText({ language, chunks, isOpen, end }: CodeTextProps): ReactNode {
  const grammar = findLanguage(language)
  let length = 0
  return chunks.map((text, index) => {
    const isLast = index === chunks.length - 1
    length += text.length
    const isPlain =
      (isLast && isOpen) || length > MAX_HIGHLIGHTED_CHARS || text.length > MAX_PIECE_CHARS
    return (
      <CodePiece
        key={index}
        text={text}
        language={isPlain ? undefined : grammar}
        end={isLast ? end : undefined}
      />
    )
  })
}

interface CodePieceProps {
  text: string
  /** `undefined`: not coloured. */
  language: KnownLanguage | undefined
  end: ReactNode
}

const CodePiece = memo(({ text, language, end }: CodePieceProps): ReactNode => {
  const highlighter = use(HighlighterContext) ?? sharedHighlighter()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const tokens = language === undefined ? undefined : highlighter.read(language, text)

  const isKnown = tokens !== undefined
  useEffect(() => {
    if (language === undefined || isKnown) return
    return highlighter.request(language, text, redraw)
  }, [highlighter, language, text, isKnown])

  return (
    <span className="md-chunk">
      {tokens === undefined
        ? markInvisible(text)
        : tokens.map((token, index) =>
            token.kind === undefined ? (
              markInvisible(token.text)
            ) : (
              <span key={index} className={`md-${token.kind}`}>
                {markInvisible(token.text)}
              </span>
            ),
          )}
      {end}
    </span>
  )
})
CodePiece.displayName = 'CodePiece'
