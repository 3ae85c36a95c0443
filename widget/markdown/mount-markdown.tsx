import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Markdown, type MarkdownLabels } from './markdown.tsx'

export const LABELS: MarkdownLabels = {
  copyCode: 'Copy code',
  copied: 'Copied',
  openInNewTab: 'opens in a new tab',
  codeBlock: 'Code',
  imageLink: 'Image',
}

export interface MountedMarkdown {
  readonly root: HTMLElement
  show(text: string, options?: { isStreaming?: boolean; caret?: ReactNode }): void
  unmount(): void
}

/** Draws an answer into a detached element, as often as `show` is called. */
export function mountMarkdown(): MountedMarkdown {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const root = document.createElement('div')
  const reactRoot = createRoot(root)
  return {
    root,
    show(text, { isStreaming = false, caret } = {}) {
      act(() => {
        reactRoot.render(
          <Markdown text={text} isStreaming={isStreaming} labels={LABELS} caret={caret} />,
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
    .replace(/ (?:id|aria-labelledby)="[^"]*"/g, '')
    .replace(/(?: [\w-]+="[^"]*"){2,}/g, (attributes) => sortAttributes(attributes))
}
