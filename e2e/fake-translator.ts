export interface TranslatorManner {
  /** How a text node becomes an element: as Chrome does it, in two steps, or moved into the element. */
  readonly how: 'replaces' | 'inserts' | 'wraps'
  /** Leaves alone what is marked `translate="no"`; some extensions do not. */
  readonly isHeeding: boolean
}

export interface Translator {
  /** Puts the text nodes back, as "Show original" does, and translates no more. */
  showOriginal(): void
}

/**
 * Does what the translator of a browser does: each text node becomes a `font` element in a `font` element,
 * and so does each that comes or changes later. "Words" become "«Words»".
 *
 * Everything stands inside, for a browser that gets this function as text.
 */
export function startTranslator({ how, isHeeding }: TranslatorManner): Translator {
  const originals = new Map<Element, { text: Text; words: string }>()
  const skipped = 'script, style, textarea, font'

  function isOurs(text: Text): boolean {
    const parent = text.parentElement
    if (parent === null || !text.isConnected || text.data.trim() === '') return false
    if (parent.closest(skipped) !== null) return false
    return !isHeeding || parent.closest('[translate]')?.getAttribute('translate') !== 'no'
  }

  function translate(text: Text): void {
    if (!isOurs(text)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.style.verticalAlign = 'inherit'
    inner.style.verticalAlign = 'inherit'
    outer.append(inner)
    originals.set(outer, { text, words: text.data })
    const words = `«${text.data}»`
    if (how === 'replaces') text.replaceWith(outer)
    else text.before(outer)
    if (how === 'inserts') text.remove()
    if (how === 'wraps') inner.append(text)
    else inner.append(words)
    if (how === 'wraps') text.data = words
  }

  function textsIn(node: Node): Text[] {
    if (node instanceof Text) return [node]
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    return found
  }

  function handleRecords(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes } of records) {
      const nodes = type === 'characterData' ? [target] : [...addedNodes]
      nodes.flatMap(textsIn).forEach(translate)
    }
  }

  const observer = new MutationObserver(handleRecords)
  textsIn(document.body).forEach(translate)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })

  return {
    showOriginal() {
      observer.disconnect()
      for (const [element, { text, words }] of originals) {
        if (!element.isConnected) continue
        element.replaceWith(text)
        if (how === 'wraps') text.data = words
      }
    },
  }
}
