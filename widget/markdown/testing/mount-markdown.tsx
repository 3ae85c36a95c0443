import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { CitesContext, type DrawCite } from '../cited-text.tsx'
import { Markdown } from '../markdown.tsx'

export interface MountedMarkdown {
  readonly root: HTMLElement
  show(
    text: string,
    options?: { isStreaming?: boolean; caret?: ReactNode; drawCite?: DrawCite },
  ): void
  unmount(): void
}

/** Renders an answer (or several equal ones) into a detached element on each call of `show`. */
export function mountMarkdown({ answers = 1 } = {}): MountedMarkdown {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  giveStyleToMath()
  const root = document.createElement('div')
  const reactRoot = createRoot(root)
  // Code that loads later must not find a mounted tree after the document is gone.
  onTestFinished(() => act(() => reactRoot.unmount()))
  return {
    root,
    show(text, { isStreaming = false, caret, drawCite } = {}) {
      act(() => {
        reactRoot.render(
          <CitesContext value={drawCite}>
            {Array.from({ length: answers }, (_, key) => (
              <Markdown key={key} text={text} isStreaming={isStreaming} caret={caret} />
            ))}
          </CitesContext>,
        )
      })
    },
    unmount: () => act(() => reactRoot.unmount()),
  }
}

/** The markup of a finished answer, without React's ids, which differ between mounts. */
export function markupOf(text: string): string {
  const mounted = mountMarkdown()
  mounted.show(text)
  const markup = readMarkup(mounted.root)
  mounted.unmount()
  return markup
}

// Attributes are in the order of setting, which differs between streamed and complete text.
const sortAttributes = (attributes: string): string =>
  (attributes.match(/ [\w-]+="[^"]*"/g) ?? []).toSorted().join('')

export function readMarkup(root: Element): string {
  return root.innerHTML
    .replace(/ (?:id|aria-labelledby|href)="(?:[^"]*_r_|#)[^"]*"/g, '')
    .replace(/(?: [\w-]+="[^"]*"){2,}/g, (attributes) => sortAttributes(attributes))
}

/** Elements of MathML have a `style` in every browser, but not in the simulated one. */
function giveStyleToMath(): void {
  if ('style' in Element.prototype) return
  Object.defineProperty(Element.prototype, 'style', {
    configurable: true,
    get: () => ({ setProperty: () => {} }),
  })
}
