import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { Markdown } from '../markdown.tsx'

export interface MountedMarkdown {
  readonly root: HTMLElement
  show(text: string, options?: { isStreaming?: boolean; caret?: ReactNode }): void
  unmount(): void
}

/** Draws an answer (or several equal ones) into a detached element, as often as `show` is called. */
export function mountMarkdown({ answers = 1 } = {}): MountedMarkdown {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  giveStyleToMath()
  const root = document.createElement('div')
  const reactRoot = createRoot(root)
  // What still loads must find nobody when the document is gone.
  onTestFinished(() => act(() => reactRoot.unmount()))
  return {
    root,
    show(text, { isStreaming = false, caret } = {}) {
      act(() => {
        reactRoot.render(
          Array.from({ length: answers }, (_, key) => (
            <Markdown key={key} text={text} isStreaming={isStreaming} caret={caret} />
          )),
        )
      })
    },
    unmount: () => act(() => reactRoot.unmount()),
  }
}

/** The markup of a finished answer. React's ids differ from mount to mount and are left out. */
export function markupOf(text: string): string {
  const mounted = mountMarkdown()
  mounted.show(text)
  const markup = readMarkup(mounted.root)
  mounted.unmount()
  return markup
}

// Their order tells when they were set, which differs between streamed and whole.
const sortAttributes = (attributes: string): string =>
  (attributes.match(/ [\w-]+="[^"]*"/g) ?? []).toSorted().join('')

export function readMarkup(root: Element): string {
  return root.innerHTML
    .replace(/ (?:id|aria-labelledby|href)="(?:[^"]*_r_|#)[^"]*"/g, '')
    .replace(/(?: [\w-]+="[^"]*"){2,}/g, (attributes) => sortAttributes(attributes))
}

/** Elements of MathML have a style in every browser, and none in the simulated one. */
function giveStyleToMath(): void {
  if ('style' in Element.prototype) return
  Object.defineProperty(Element.prototype, 'style', {
    configurable: true,
    get: () => ({ setProperty: () => {} }),
  })
}
