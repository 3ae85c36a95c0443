import { cleanHeading, collapse } from '../clean-text.ts'
import { elementsOf, textOf } from './dom.ts'
import { headingText } from './heading-text.ts'
import type { Element } from './parse-html.ts'

/** Terms of a `dl` with one of their descriptions; undefined: terms at its end that have none. */
export interface Description {
  readonly names: readonly Element[]
  readonly value: Element | undefined
}

/** Further descriptions of the same terms have no names. */
export function readDescriptions(list: Element): readonly Description[] {
  const parts = elementsOf(list).flatMap((part) =>
    part.tagName === 'div' ? elementsOf(part) : [part],
  )
  const descriptions: Description[] = []
  let names: Element[] = []
  for (const part of parts) {
    if (part.tagName === 'dt') names.push(part)
    else {
      descriptions.push({ names, value: part })
      names = []
    }
  }
  return names.length > 0 ? [...descriptions, { names, value: undefined }] : descriptions
}

/** Terms with a short description as a row of a table. */
export function describePair(names: readonly Element[], value: Element) {
  const own = [...names, value].map((part) => collapse(textOf(part))).filter((part) => part !== '')
  const name = cleanHeading(names.map(headingText).join(' / '))
  return { text: own.join('\t'), full: `${name}: ${own.at(-1)}` }
}
