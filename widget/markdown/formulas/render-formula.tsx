import { createElement, type ReactNode } from 'react'
import temml from 'temml'

/** Maximum depth of MathML elements; a deeper formula is shown as its source. */
export const MAX_FORMULA_DEPTH = 100

/** Maximum number of MathML elements in a formula. */
export const MAX_FORMULA_NODES = 5_000

const MAX_EXPANSIONS = 1_000
/** Maximum length in a formula, in em. */
const MAX_SIZE_EM = 20

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math mrow mi mn mo ms mspace mtext mfrac msqrt mroot mstyle mpadded mphantom menclose msub ' +
    'msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd'
  ).split(' '),
)
// No colours: white on white would hide text, and their contrast is not checked.
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form ' +
    'frame height largeop linethickness lspace mathsize mathvariant ' +
    'maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator ' +
    'stretchy symmetric voffset width'
  ).split(' '),
)
const STYLES: ReadonlySet<string> = new Set(
  (
    'border borderBottom borderLeft borderRight borderTop fontStyle fontWeight ' +
    'height justifyContent marginLeft mathDepth padding paddingBottom paddingLeft paddingRight ' +
    'paddingTop transform width'
  ).split(' '),
)
/** No address, no function except a scale, and no character that ends the value. */
const SAFE_VALUE = /^(?:scaleX\(-1\)|[\w\s#.%+-]*)$/
const CLASS_NAME = /^(?:tml|ff|wbk|chr)-[\w-]+$/

// Temml's function that returns a tree instead of a string of HTML. Its types declare a set of functions; at run
// time an object has them.
const BUILD = '__renderToMathMLTree'
const builder = temml as unknown as {
  [BUILD](text: string, options: Record<string, unknown>): unknown
}

/**
 * Renders a formula as MathML elements; `undefined` if it cannot be read. Takes only known elements, attributes and
 * styles from Temml's tree: no HTML, no address, no script.
 */
export function renderFormula(text: string, isDisplay: boolean): ReactNode | undefined {
  try {
    const tree = builder[BUILD](text, {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      strict: true,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [MAX_SIZE_EM, MAX_SIZE_EM],
      // A new set, so that definitions of one formula do not reach the next.
      macros: {},
    })
    return draw(tree, 0, { depth: 0, count: { nodes: 0 } })
  } catch {
    return undefined
  }
}

interface Place {
  depth: number
  count: { nodes: number }
}

/** Throws for content that no normal formula has; the formula is then shown as its source. */
const refuse = (what: string): never => {
  throw new TypeError(`formula: ${what}`)
}

function draw(node: unknown, key: number, { depth, count }: Place): ReactNode {
  count.nodes += 1
  if (depth > MAX_FORMULA_DEPTH) refuse('too deep')
  if (count.nodes > MAX_FORMULA_NODES) refuse('too large')
  if (!isRecord(node)) return null
  if (typeof node['text'] === 'string') return node['text']
  const children = Array.isArray(node['children']) ? node['children'] : []
  const drawn = children.map((child, index) => draw(child, index, { depth: depth + 1, count }))
  const { type } = node
  // A fragment, or an element outside of MathML: only its content is used.
  if (typeof type !== 'string' || !ELEMENTS.has(type)) {
    return type === 'merror' ? refuse('not valid') : drawn
  }
  return createElement(type, { key, ...readProps(node) }, ...drawn)
}

function readProps(node: Record<string, unknown>): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [name, value] of entriesOf(node['attributes'])) {
    if (ATTRIBUTES.has(name)) props[name] = String(value)
  }
  const style: Record<string, string> = {}
  for (const [name, value] of entriesOf(node['style'])) {
    const property = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (STYLES.has(property) && SAFE_VALUE.test(String(value))) style[property] = String(value)
  }
  if (Object.keys(style).length > 0) props['style'] = style
  const classes = Array.isArray(node['classes']) ? node['classes'] : []
  const names = classes.filter((name) => typeof name === 'string' && CLASS_NAME.test(name))
  if (names.length > 0) props['className'] = names.join(' ')
  return props
}

const entriesOf = (value: unknown): [string, unknown][] =>
  isRecord(value) ? Object.entries(value) : []

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
