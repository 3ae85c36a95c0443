/**
 * Shows texts to translators that watch for changes. While an answer grows they ignore it, and when it is complete
 * its texts no longer change. Appends nothing: selections and ranges stay as they are.
 */
export function offerTexts(element: Element): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    // An empty text node may be translated already: see keepOwnTexts.
    if (text.data !== '') text.appendData('')
  }
}
