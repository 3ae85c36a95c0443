/**
 * Reads `document.<name>` from the platform. Named elements of the page shadow it: with `<img
 * name="currentScript">`, `document.currentScript` is that image.
 */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document)

/** Whether this document, or a frame in it, has the keyboard focus. False while a page around it has. */
export const isFocused = (): boolean => ofDocument('hasFocus').call(document)

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

/** Creates an element without a parser, so that no Trusted Types policy is needed. */
export function createElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Node | string)[] = [],
  namespace = HTML,
): HTMLElement {
  const element = ofDocument('createElementNS').call(document, namespace, tag) as HTMLElement
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/**
 * A stroked path on a 24 by 24 grid, in the colour of the text. Hidden from screen readers: the control has a
 * name.
 */
export const createIcon = (path: string): Element =>
  createElement(
    'svg',
    { role: 'none', viewBox: '0 0 24 24' },
    [createElement('path', { d: path }, [], SVG)],
    SVG,
  )

/** Adds a style sheet to a shadow root, which no CSP of the host forbids. Returns a function that sets its text. */
export function adoptCss(shadow: ShadowRoot): (css: string) => void {
  const sheet = new CSSStyleSheet()
  shadow.adoptedStyleSheets.push(sheet)
  return (css) => sheet.replaceSync(css)
}
