/** The two looks. What "system" or "host" mean is decided by the host page's side. */
export type Scheme = 'light' | 'dark'

/**
 * Draws the document in `scheme`. The meta tag must name one scheme, never both: when it differs
 * from the `color-scheme` of the iframe element, browsers paint an opaque box behind the frame.
 */
export function applyScheme(document: Document, scheme: Scheme): void {
  document.documentElement.dataset['scheme'] = scheme
  let meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')
  if (meta === null) {
    meta = document.createElement('meta')
    meta.name = 'color-scheme'
    document.head.append(meta)
  }
  meta.content = scheme
}
