import { collapse } from '../clean-text.ts'
import { textOf } from './dom.ts'
import type { Element } from './parse-html.ts'

const STRUCK = new Set(['del', 's', 'strike'])
const DIGIT = /\d/u

/** The running text of one block: as it stands in the page, and with marks that its look gives it. */
export class InlineText {
  #text = ''
  #full = ''

  append(text: string): void {
    this.#text += text
    this.#full += text
  }

  /** Adds what `walk` appends, with the marks of an element: the full form alone has them. */
  within(element: Element, walk: () => void): void {
    const isStruck = STRUCK.has(element.tagName)
    // "9⁹⁹" and "10⁶" would read as 999 and 106.
    const isRaised = element.tagName === 'sup' && DIGIT.test(this.#text.at(-1) ?? '')
    if (isStruck) this.#full += '~~'
    if (isRaised && DIGIT.test(textOf(element)[0] ?? '')) this.#full += '^'
    walk()
    if (isStruck) this.#full += '~~'
  }

  get isEmpty(): boolean {
    return this.#text.trim() === ''
  }

  /** Both forms, and begins anew. */
  take(): { readonly text: string; readonly full: string } {
    const taken = { text: collapse(this.#text), full: collapse(this.#full) }
    this.#text = ''
    this.#full = ''
    return taken
  }
}
