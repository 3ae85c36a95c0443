/**
 * Shows texts to translators that watch for changes. While an answer grows they leave it alone, and when it is
 * whole none of its texts changes any more. Nothing is added: selections and ranges stay as they are.
 */
export function offerTexts(element: Element): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    // An empty one may be translated already: see keepOwnTexts.
    if (text.data !== '') text.appendData('')
  }
}
