import { collapse } from '../clean-text.ts'

/** The running text of one block: as it stands in the page, and with marks that its look gives it. */
export class InlineText {
  #text = ''
  #full = ''

  append(text: string): void {
    this.#text += text
    this.#full += text
  }

  /** Marks that only the full form has. */
  mark(mark: string): void {
    this.#full += mark
  }

  /** The last letter so far. */
  get last(): string {
    return this.#text.at(-1) ?? ''
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
