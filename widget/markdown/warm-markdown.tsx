import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Markdown } from './markdown.tsx'

/**
 * Runs a browser's one-time work for markdown before the first answer needs it, each part when the browser is idle.
 * Otherwise the first answer would delay the frame that shows it.
 */
export function warmMarkdown(document: Document): void {
  inIdleMoments([...findFonts(document), ...drawSamples(document)])
}

/** Characters that models write often and that a device's first font may lack. */
const SIGNS = '– — ‘ ’ “ ” • … →'

interface Face {
  readonly tag: string
  readonly className?: string
  /** Default: one letter. */
  readonly text?: string
}

/** Text that markdown draws in another font than the page's. */
const FACES: readonly Face[] = [
  { tag: 'strong' },
  { tag: 'em' },
  { tag: 'code', className: 'md-code-span' },
  { tag: 'h2', className: 'md-h2' },
  { tag: 'a', className: 'md-link' },
  { tag: 'p', text: SIGNS },
]

/** Makes the browser find these fonts. */
const findFonts = (document: Document) => FACES.map((face) => () => layOut(document, face))

/** The letter is shaped when its box is laid out, even if it is invisible. */
function layOut(document: Document, { tag, className = '', text = 'a' }: Face): void {
  const box = document.createElement('div')
  const letter = document.createElement(tag)
  letter.className = className
  letter.textContent = text
  box.className = 'md-root'
  box.style.cssText = 'position: absolute; visibility: hidden'
  box.ariaHidden = 'true'
  box.append(letter)
  document.body.append(box)
  box.getBoundingClientRect()
  box.remove()
}

/** Typical content of answers. Code without a language: colours are loaded on demand. */
const SAMPLES = [
  'Some **bold**, *slanted* and `plain` words',
  '## A title\n\nwith a [link](https://example.com)',
  '1. One\n2. Two\n   - three',
  '> Said\n\n---',
  '```\na = 1\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
]

/**
 * Renders each sample invisibly. A browser compiles code on its first run, and an answer that begins with all of it
 * at once would wait for that.
 */
function drawSamples(document: Document): (() => void)[] {
  const root = createRoot(document.createElement('div'))
  // Synchronous, so that no work is left after the idle period.
  const draw = (text: string) => () =>
    flushSync(() => root.render(<Markdown key={text} text={text} isStreaming />))
  return [...SAMPLES.map(draw), () => root.unmount()]
}

/** Runs tasks in order, each in a separate idle period. */
function inIdleMoments(tasks: Iterable<() => void>): void {
  const rest = tasks[Symbol.iterator]()
  const runNext = () => {
    const task = rest.next()
    if (task.done) return
    task.value()
    whenIdle(runNext)
  }
  whenIdle(runNext)
}

function whenIdle(run: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
  else setTimeout(run)
}
