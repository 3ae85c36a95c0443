import type { Styles } from './styles.ts'
import { childOf, elementsIn, isOn, textIn, valueOf, type XmlElement } from './xml.ts'

/** The text of a paragraph. */
export interface RunParts {
  /** Text between line breaks. */
  readonly lines: readonly string[]
  /** Text boxes that are anchored in it. */
  readonly boxes: readonly XmlElement[]
  /** Notes that it refers to, by name and id. */
  readonly notes: readonly string[]
  readonly hasPictures: boolean
}

/** Text that was deleted or moved away while changes were tracked, and the like. */
const LEFT_OUT = new Set([
  'w:del',
  'w:moveFrom',
  'w:pPr',
  'w:rPr',
  'w:instrText',
  'w:delText',
  'mc:Fallback',
  'w:rt',
  'w:fldData',
])

/** @param isHidden as the style of the paragraph says. */
export function readRuns(paragraph: XmlElement, isHidden: boolean, styleOf: Styles): RunParts {
  const lines = ['']
  const boxes: XmlElement[] = []
  const notes: string[] = []
  let hasPictures = false
  const append = (text: string) => {
    lines[lines.length - 1] += text
  }
  const visit = (element: XmlElement) => {
    if (LEFT_OUT.has(element.name)) return
    switch (element.name) {
      case 'w:r':
        if (!isHiddenRun(element, isHidden, styleOf))
          for (const child of elementsIn(element)) visit(child)
        return
      case 'w:t':
        return append(textIn(element))
      case 'w:tab':
      case 'w:ptab':
        return append(' ')
      case 'w:br':
      case 'w:cr':
        return void lines.push('')
      case 'w:noBreakHyphen':
        return append('\u2011')
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        return void notes.push(
          `${element.name.replace('Reference', '')} ${element.attributes['w:id']}`,
        )
      case 'w:txbxContent':
        return void boxes.push(element)
      case 'pic:pic':
        hasPictures = true
        return
      default:
        for (const child of elementsIn(element)) visit(child)
    }
  }
  for (const child of elementsIn(paragraph)) visit(child)
  return { lines, boxes, notes, hasPictures }
}

function isHiddenRun(run: XmlElement, isHidden: boolean, styleOf: Styles): boolean {
  const properties = childOf(run, 'w:rPr')
  const style = valueOf(properties, 'w:rStyle')
  return (
    isOn(properties, 'w:vanish') ??
    (style === undefined ? undefined : styleOf(style).isHidden) ??
    isHidden
  )
}
