import { childOf, childrenOf, isOn, valueOf, type XmlElement } from './xml.ts'

/** Properties of a paragraph by its style and the styles that it is based on. */
export interface Style {
  /** Name of the style itself, in small letters; Word keeps English names of its own styles in every language. */
  readonly name: string
  /** 1 to 9 for headings. */
  readonly level: number | undefined
  readonly isHidden: boolean | undefined
  readonly numberId: string | undefined
  readonly numberLevel: number | undefined
}

export type Styles = (id: string | undefined) => Style

const NONE: Style = {
  name: '',
  level: undefined,
  isHidden: undefined,
  numberId: undefined,
  numberLevel: undefined,
}
/** Styles that may be based on each other; a damaged file can make a ring. */
const BASES_MAX = 20
/** `w:outlineLvl` of text. */
const TEXT_LEVEL = 9

/** Finds styles by their ids. */
export function readStyles(root: XmlElement | undefined): Styles {
  const byId = new Map<string, XmlElement>()
  for (const style of childrenOf(root, 'w:style'))
    byId.set(style.attributes['w:styleId'] ?? '', style)
  const defaults = [...byId.values()].find(
    ({ attributes }) =>
      attributes['w:type'] === 'paragraph' &&
      /^(?:1|true|on)$/u.test(attributes['w:default'] ?? ''),
  )
  const kept = new Map<string, Style>()

  function resolve(id: string, steps: number): Style {
    const known = kept.get(id)
    if (known) return known
    const element = byId.get(id)
    if (!element || steps > BASES_MAX) return NONE
    const base = valueOf(element, 'w:basedOn')
    const style = extend(element, base === undefined ? NONE : resolve(base, steps + 1))
    kept.set(id, style)
    return style
  }
  return (id) => resolve(id ?? defaults?.attributes['w:styleId'] ?? '', 0)
}

function extend(element: XmlElement, base: Style): Style {
  const name = (valueOf(element, 'w:name') ?? '').toLowerCase()
  const properties = childOf(element, 'w:pPr')
  const number = childOf(properties, 'w:numPr')
  const level = valueOf(number, 'w:ilvl')
  return {
    name,
    level: readLevel(properties) ?? levelOfName(name) ?? base.level,
    isHidden: isOn(childOf(element, 'w:rPr'), 'w:vanish') ?? base.isHidden,
    numberId: valueOf(number, 'w:numId') ?? base.numberId,
    numberLevel: level === undefined ? base.numberLevel : Number(level),
  }
}

function levelOfName(name: string): number | undefined {
  const [, digit] = /^heading (\d)$/u.exec(name) ?? []
  return digit === undefined ? undefined : Number(digit)
}

/** Level of a heading that a paragraph or style names itself; 0: text, whatever its base says. */
export function readLevel(properties: XmlElement | undefined): number | undefined {
  const value = valueOf(properties, 'w:outlineLvl')
  if (value === undefined) return undefined
  const level = Number(value)
  return level >= TEXT_LEVEL ? 0 : level + 1
}
