import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from '../ui/copy-text.ts'
import { useLabels } from './labels.ts'
import { TextChunks } from './text-chunk.tsx'

const COPIED_SHOWN_MS = 2_000

export interface CodeBoxProps {
  /** Empty when the code names none. */
  language: string
  chunks: readonly string[]
  /** Drawn after the last character. */
  end?: ReactNode
}

/** Code with its language and a button that copies exactly the source. */
export function CodeBox({ language, chunks, end }: CodeBoxProps): ReactNode {
  const labels = useLabels()
  const name = language === '' ? labels.codeBlock : language
  return (
    <div className="md-code" dir="ltr">
      <div className="md-code-head">
        <span className="md-code-language" translate="no">
          {name}
        </span>
        <CopyButton chunks={chunks} />
      </div>
      {/* Asking whether it overflows would cost a layout, so it can always be scrolled by key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="md-code-scroll" role="group" aria-label={name} tabIndex={0} translate="no">
        <code>
          <TextChunks chunks={chunks} end={end} />
        </code>
      </pre>
    </div>
  )
}

function CopyButton({ chunks }: { chunks: readonly string[] }): ReactNode {
  const labels = useLabels()
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copies])

  async function handleClick(): Promise<void> {
    if (await copyText(document, chunks.join(''))) setCopies((count) => count + 1)
  }

  return (
    <>
      <button
        type="button"
        className="md-copy"
        data-state={isCopied ? 'copied' : 'idle'}
        onClick={() => void handleClick()}
      >
        {isCopied ? labels.copied : labels.copyCode}
      </button>
      <span className="md-hidden" role="status">
        {isCopied ? labels.copied : ''}
      </span>
    </>
  )
}
