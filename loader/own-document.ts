/**
 * What the platform put at `document.<name>`. The page's own elements stand in front of it: with
 * `<img name="currentScript">` that is what `document.currentScript` gives.
 */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document)

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

/** An element made without a parser, so that no Trusted Types policy is needed. */
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

/** A stroked path on a 24 by 24 grid, in the colour of the text. Nobody is told of it: what it means is a name beside it. */
export const createIcon = (path: string): Element =>
  createElement(
    'svg',
    { role: 'none', viewBox: '0 0 24 24' },
    [createElement('path', { d: path }, [], SVG)],
    SVG,
  )

/** Gives a shadow root one more style sheet, which no host CSP forbids. Returns how to fill it. */
export function adoptCss(shadow: ShadowRoot): (css: string) => void {
  const sheet = new CSSStyleSheet()
  shadow.adoptedStyleSheets.push(sheet)
  return (css) => sheet.replaceSync(css)
}
