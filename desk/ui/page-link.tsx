import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Parts of the address below `/desk`, as they are. */
  path: readonly string[]
  search?: Readonly<Record<string, unknown>> | undefined
}

const NONE = {}

/**
 * A link to a page of the desk, for lists and the navigation: the router's own watches the address, which takes longer than to draw the
 * rest of a row. Under the pointer it loads its page's file.
 */
export function PageLink({ path, search = NONE, onClick, children, ...rest }: PageLinkProps) {
  const router = useRouter()
  const to = `/${path.map(encodeURIComponent).join('/')}`

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const { button, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented } = event
    // The browser opens another tab, or saves.
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || altKey || shiftKey) return
    event.preventDefault()
    void router.navigate({ to, search })
  }

  const preload = () => void router.preloadRoute({ to, search })
  return (
    <a
      {...rest}
      href={`${router.basepath}${to}${router.options.stringifySearch(search)}`}
      onClick={handleClick}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  )
}
