import { createElement, createIcon } from './own-document.ts'

/** Points down: the icon for closing the panel. */
export const CHEVRON = 'M6 9l6 6 6-6'

/** Covers the frame until its look is painted: a sketch of a chat without any brand, or a card. */
export interface PanelShell {
  readonly element: HTMLElement
  readonly closeButton: HTMLElement
  /** Puts a card into the place of the composer; `undefined` puts the sketch of the composer back. */
  readonly show: (card: Element | undefined) => void
}

export function createShell(onClose: () => unknown): PanelShell {
  const closeButton = createElement('button', { 'aria-label': 'Close' }, [createIcon(CHEVRON)])
  const bar = createElement('div', { class: 'bar' }, [createElement('i', {}), closeButton])
  const field = createElement('div', { class: 'field' })
  const element = createElement('div', { class: 'shell' }, [bar, field])
  closeButton.onclick = onClose
  return {
    element,
    closeButton,
    show(card = field) {
      // The bar stays in its place, because an element that moves loses the focus.
      if (element.lastChild !== card) element.lastChild!.replaceWith(card)
    },
  }
}
