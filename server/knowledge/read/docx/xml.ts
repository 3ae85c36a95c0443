import { SaxesParser } from 'saxes'
import { UnreadError } from '../../unread-error.ts'
import { DEPTH_MAX, ELEMENTS_MAX } from '../read-limits.ts'

/** An element of XML. Names keep their prefix, which Word writes always alike. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/**
 * The root of an XML file. Entities that the file declares are an error, so that none can grow.
 *
 * @throws UnreadError `broken`
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const root = { name: '', attributes: {}, children: [] as (XmlElement | string)[] }
  const open = [root]
  let count = 0
  parser.on('error', () => {
    throw new UnreadError('broken', 'The file is damaged: its XML is not well formed.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (count > ELEMENTS_MAX || open.length > DEPTH_MAX) {
      throw new UnreadError(
        'broken',
        'The file has too many elements, or they are nested too deep.',
      )
    }
    const element = { name, attributes: attributes as Record<string, string>, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (value) => void open.at(-1)?.children.push(value))
  parser.on('cdata', (value) => void open.at(-1)?.children.push(value))
  parser.write(text).close()
  const [first] = elementsIn(root)
  if (!first) throw new UnreadError('broken', 'The file is damaged: a part of it is empty.')
  return first
}

export const elementsIn = (element: XmlElement): readonly XmlElement[] =>
  element.children.filter((child) => typeof child !== 'string')

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && elementsIn(element).find((child) => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element ? elementsIn(element).filter((child) => child.name === name) : []

/** The attribute `w:val` of a child. */
export const valueOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes['w:val']

/** A switch such as `<w:vanish/>`; undefined: not set. */
export function isOn(element: XmlElement | undefined, name: string): boolean | undefined {
  const found = childOf(element, name)
  if (!found) return undefined
  return !/^(?:0|false|off|none)$/u.test(found.attributes['w:val'] ?? 'true')
}

export function textIn(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join('')
}
