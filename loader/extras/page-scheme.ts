import type { ColorScheme } from '../../shared/bridge/contract.ts'
import { ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

const find = (selector: string) => ofDocument('querySelector').call(document, selector)

/** Whether the page's own switch selects this scheme. Frameworks with other switches also set `color-scheme`. */
const isSwitched = (scheme: ColorScheme) =>
  find(
    `:is(html,body):is(.${scheme},.${scheme}-mode,.theme-${scheme},[data-theme$=${scheme}],[data-bs-theme=${scheme}])`,
  )

/**
 * The page's color scheme: from its own switch, else from its `color-scheme`. A page without either is light;
 * a page that follows the visitor's system gives `undefined`.
 */
export function readPageScheme(): ColorScheme | undefined {
  const { colorScheme } = getComputedStyle(find('html')!)
  const meta = find('meta[name=color-scheme]')
  // The style takes precedence over the meta element.
  const names = meta && colorScheme === 'normal' ? (meta as HTMLMetaElement).content : colorScheme
  if (isSwitched('dark')) return 'dark'
  if (isSwitched('light') || !names.includes('dark')) return 'light'
  return names.includes('light') ? undefined : 'dark'
}

/**
 * Keeps the chat in the page's scheme if the page wants that. Returns a function that reads it again after
 * options changed.
 */
export function followPageScheme({ given, change, signal }: HostPage): () => void {
  function look() {
    const before = given.scheme
    given.scheme = given.read.theme === 'host' ? readPageScheme() : undefined
    if (before !== given.scheme) change()
  }

  const observer = new MutationObserver(look)
  signal.addEventListener('abort', () => observer.disconnect())
  return () => {
    // Observed again, because a router may have replaced the body.
    for (const name of ['html', 'body']) observer.observe(find(name)!, { attributes: true })
    look()
  }
}
