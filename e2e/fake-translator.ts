export interface TranslatorManner {
  /** How a text node becomes an element: in two steps like Chrome, or moved into the element. */
  readonly how: 'replaces' | 'inserts' | 'wraps'
  /** Skips elements with `translate="no"`; some extensions do not. */
  readonly isHeeding: boolean
}

export interface Translator {
  /** Restores the text nodes, like "Show original", and stops translating. */
  showOriginal(): void
}

/**
 * Simulates a browser's translator: each text node becomes a `font` element in a `font` element, including
 * later and changed ones. "Words" become "«Words»".
 *
 * The function is self-contained, because the browser gets it as text.
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
