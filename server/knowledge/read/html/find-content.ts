import { attributeOf, listElements } from './dom.ts'
import { isHidden } from './panels.ts'
import type { Element } from './parse-html.ts'
import { type Weights, weightOf } from './weights.ts'

/** The part of a page that is read. */
export interface Content {
  readonly root: Element
  /** True if the page marks it as its main part. */
  readonly isMarked: boolean
}

/** Letters from which on a main part without a heading is taken for the text of the page. */
const MAIN_LETTERS_MIN = 200
/** Part of the body's text that a single article must hold to be taken for all of it. */
const ARTICLE_SHARE_MIN = 0.4

/** The page's `main`, else its only article, else its body. */
export function findContent(body: Element, weights: Weights): Content {
  const elements = listElements(body)
  const mains = elements.filter((element) => isMain(element) && !isHidden(element))
  const main = largest(mains, weights)
  if (main && (weightOf(weights, main).letters >= MAIN_LETTERS_MIN || holdsHeading(main))) {
    return { root: main, isMarked: true }
  }
  const articles = elements.filter(({ tagName }) => tagName === 'article')
  const [article] = articles
  const share = ARTICLE_SHARE_MIN * weightOf(weights, body).letters
  if (article && articles.length === 1 && weightOf(weights, article).letters >= share) {
    return { root: article, isMarked: true }
  }
  return { root: body, isMarked: false }
}

const isMain = (element: Element): boolean =>
  element.tagName === 'main' || attributeOf(element, 'role') === 'main'

const holdsHeading = (element: Element): boolean =>
  listElements(element).some(({ tagName }) => /^h[1-3]$/u.test(tagName))

function largest(elements: readonly Element[], weights: Weights): Element | undefined {
  return elements.toSorted((a, b) => weightOf(weights, b).letters - weightOf(weights, a).letters)[0]
}
