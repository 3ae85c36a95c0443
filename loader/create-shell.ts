import { createElement, createIcon } from './own-document.ts'

/** Points down: the icon for closing the panel. */
export const CHEVRON = 'M6 9l6 6 6-6'

/** Covers the frame until its look is painted: a sketch of a chat without any brand, or a card. */
export interface PanelShell {
  readonly element: HTMLElement
  readonly closeButton: HTMLElement
  /**
   * Puts a card into the place of the composer; `undefined` puts the sketch of the composer back.
   *
   * @param sentence the card's words for screen readers, which say them once.
   */
  readonly show: (card: Element | undefined, sentence?: string) => void
}

/** How long the sentence stays for screen readers. Later, people who browse the page would find it beside the card. */
export const SENTENCE_STANDS_MS = 7_000

export function createShell(onClose: () => unknown): PanelShell {
  const closeButton = createElement('button', { 'aria-label': 'Close' }, [createIcon(CHEVRON)])
  const bar = createElement('div', { class: 'bar' }, [createElement('i', {}), closeButton])
  const field = createElement('div', { class: 'field' })
  // There before its text. Firefox on Linux is silent about a `role="alert"` of a panel that has just opened.
  const live = createElement('div', { class: 'live', 'aria-live': 'assertive' })
  const element = createElement('div', { class: 'shell' }, [live, bar, field])
  closeButton.onclick = onClose
  return {
    element,
    closeButton,
    show(card = field, sentence = '') {
      if (element.lastChild === card) return
      // The bar stays in its place, because an element that moves loses the focus.
      element.lastChild!.replaceWith(card)
      // Two files may show the same card.
      if (live.textContent === sentence) return
      const words = createElement('p', {}, [sentence])
      live.replaceChildren(words)
      setTimeout(() => words.remove(), SENTENCE_STANDS_MS)
    },
  }
}
