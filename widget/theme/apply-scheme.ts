/** The two looks. What "system" or "host" mean is decided by the host page's side. */
export type Scheme = 'light' | 'dark'

/**
 * Draws the document in `scheme`. The meta tag must name one scheme, never both: when it differs
 * from the `color-scheme` of the iframe element, browsers paint an opaque box behind the frame.
 */
export function applyScheme(document: Document, scheme: Scheme): void {
  const { dataset } = document.documentElement
  const isFirst = dataset['scheme'] === undefined
  dataset['scheme'] = scheme
  document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')!.content = scheme
  if (!isFirst) return
  // What stands there already was never seen: it does not fade from the colours of no scheme.
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.cancel()
}
