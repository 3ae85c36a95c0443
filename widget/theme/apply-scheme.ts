/** The two schemes. The host page's side resolves "system" and "host". */
export type Scheme = 'light' | 'dark'

/**
 * Sets the document's scheme. The meta tag must name one scheme, never both: if it differs from the `color-scheme`
 * of the iframe element, browsers paint an opaque box behind the frame.
 */
export function applyScheme(document: Document, scheme: Scheme): void {
  const { dataset } = document.documentElement
  const isFirst = dataset['scheme'] === undefined
  dataset['scheme'] = scheme
  document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')!.content = scheme
  if (!isFirst) return
  // Existing content was never visible: it must not fade from colours without a scheme.
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.cancel()
}
