import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { inIdleMoments } from './in-idle-moments.ts'
import type { MarkdownLabels } from './labels.ts'
import { Markdown } from './markdown.tsx'

/** What answers are made of. Code of no language: colours are fetched when there is some. */
const SAMPLES = [
  'Some **bold**, *slanted* and `plain` words',
  '## A title\n\nwith a [link](https://example.com)',
  '1. One\n2. Two\n   - three',
  '> Said\n\n---',
  '```\na = 1\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
]

/** Words that nobody reads, so that every button is drawn. */
const LABELS: MarkdownLabels = {
  copyCode: 'a',
  copied: 'a',
  wrapLines: 'a',
  copyTable: 'a',
  copyTableMarkdown: 'a',
  openInNewTab: 'a',
  codeBlock: 'a',
  imageLink: 'a',
}

/**
 * Draws each of these once where nobody sees it. What a browser runs for the first time it compiles
 * first, and an answer that begins with all of it at once would hold up its first frame.
 */
export function warmMarkdown(document: Document): void {
  const root = createRoot(document.createElement('div'))
  // At once: nothing is left to do when the moment is over.
  const draw = (text: string) => () =>
    flushSync(() => root.render(<Markdown key={text} text={text} isStreaming labels={LABELS} />))
  inIdleMoments([...SAMPLES.map(draw), () => root.unmount()])
}
