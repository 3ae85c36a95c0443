import type { ColorScheme } from '../../shared/bridge/contract.ts'
import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

const find = (selector: string) => ofDocument('querySelector').call(document, selector)

/** Whether the page's own switch stands there. Frameworks that write another set `color-scheme`, too. */
const isSwitched = (scheme: ColorScheme) =>
  find(
    `:is(html,body):is(.${scheme},.${scheme}-mode,.theme-${scheme},[data-theme$=${scheme}],[data-bs-theme=${scheme}])`,
  )

/**
 * How the page is drawn: by its own switch, else by its `color-scheme`. A page that says nothing is light; one that
 * leaves it to the visitor's system gives `undefined`.
 */
export function readPageScheme(): ColorScheme | undefined {
  const { colorScheme } = getComputedStyle(find('html')!)
  const meta = find('meta[name=color-scheme]')
  // What the style says counts, then what the document says.
  const names = meta && colorScheme === 'normal' ? (meta as HTMLMetaElement).content : colorScheme
  if (isSwitched('dark')) return 'dark'
  if (isSwitched('light') || !names.includes('dark')) return 'light'
  return names.includes('light') ? undefined : 'dark'
}

/** Keeps the chat in the page's scheme, where the page wants that. Returns how to look again, at other options. */
export function followPageScheme({ given, change, signal }: HostPage): () => void {
  function look() {
    const before = given.scheme
    given.scheme = given.read.theme === 'host' ? readPageScheme() : undefined
    if (before !== given.scheme) change()
  }

  const observer = new MutationObserver(look)
  signal.addEventListener('abort', () => observer.disconnect())
  return () => {
    // Again, since a router may have given the page another body.
    for (const name of ['html', 'body']) observer.observe(find(name)!, { attributes: true })
    look()
  }
}
