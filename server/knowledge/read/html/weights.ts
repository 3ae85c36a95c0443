import { attributeOf, childrenOf, isElement, isSilent, isText } from './dom.ts'
import type { Element } from './parse-html.ts'

/** How much an element holds. */
export interface Weight {
  /** Letters without white space. */
  readonly letters: number
  /** Of them, in links to other pages. */
  readonly linkLetters: number
  readonly links: number
  /** True if a `main` or an `h1` is in it, or it is one. */
  readonly holdsTitle: boolean
}

const NOTHING: Weight = { letters: 0, linkLetters: 0, links: 0, holdsTitle: false }

export type Weights = ReadonlyMap<Element, Weight>

/** Weights of an element and of all below it. */
export function weigh(root: Element): Weights {
  const weights = new Map<Element, Weight>()
  weighElement(root, weights)
  return weights
}

function weighElement(element: Element, weights: Map<Element, Weight>): Weight {
  if (isSilent(element)) return NOTHING
  let letters = 0
  let linkLetters = 0
  let links = 0
  let holdsTitle = element.tagName === 'h1' || element.tagName === 'main'
  for (const child of childrenOf(element)) {
    if (isText(child)) letters += countLetters(child.value)
    else if (isElement(child)) {
      const weight = weighElement(child, weights)
      letters += weight.letters
      linkLetters += weight.linkLetters
      links += weight.links
      holdsTitle ||= weight.holdsTitle
    }
  }
  if (element.tagName === 'a' && attributeOf(element, 'href') !== undefined) {
    linkLetters = letters
    links += 1
  }
  const weight = { letters, linkLetters, links, holdsTitle }
  weights.set(element, weight)
  return weight
}

const countLetters = (text: string): number => text.replace(/\s+/gu, '').length

export const weightOf = (weights: Weights, element: Element): Weight =>
  weights.get(element) ?? NOTHING

/** Part of an element's letters that are in links, from 0 to 1. */
export function linkDensity(weights: Weights, element: Element): number {
  const { letters, linkLetters } = weightOf(weights, element)
  return letters === 0 ? 0 : linkLetters / letters
}
