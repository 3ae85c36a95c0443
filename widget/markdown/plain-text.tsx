import type { ReactNode } from 'react'
import { readDirection } from './text-direction.ts'
import { TextChunks } from './text-chunk.tsx'

/** Text as it stands, line ends kept: what could not be read as markdown. */
export function PlainText({
  chunks,
  end,
}: {
  chunks: readonly string[]
  end?: ReactNode
}): ReactNode {
  return (
    <p className="md-plain" dir={readDirection(chunks[0] ?? '')}>
      <TextChunks chunks={chunks} end={end} />
    </p>
  )
}
