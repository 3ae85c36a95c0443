/** The DOM id of a message's article. */
export const messageElementId = (messageId: string): string => `message-${messageId}`

/** A message's article, where it is drawn. */
export const messageElement = (messageId: string): HTMLElement | null =>
  document.getElementById(messageElementId(messageId))

/** What of an answer is read aloud and copied: its text, without reasoning, tools and buttons. */
export const spokenElements = (messageId: string): readonly Element[] => [
  ...(messageElement(messageId)?.querySelectorAll('[data-speech]') ?? []),
]

/** The DOM id of its heading, which describes the actions beside it. */
export const messageHeadingId = (messageId: string): string => `message-${messageId}-heading`

const TAB_STOPS = 'a[href], button, [tabindex="0"], [data-tab-stop]'

/**
 * Takes everything inside a message out of the Tab order, or puts it back. Done on the elements and
 * not by props, because links, buttons and disclosures come from several places; what was there
 * before is kept in `data-tab-stop`. A box that scrolls is none either: the arrow keys go to its
 * message first.
 */
export function setTabStops(container: Element, isEnabled: boolean): void {
  for (const element of container.querySelectorAll(TAB_STOPS)) {
    const before = element.getAttribute('data-tab-stop')
    if (isEnabled && before !== null) {
      element.removeAttribute('data-tab-stop')
      if (before === '') element.removeAttribute('tabindex')
      else element.setAttribute('tabindex', before)
    }
    if (!isEnabled && before === null) {
      element.setAttribute('data-tab-stop', element.getAttribute('tabindex') ?? '')
      element.setAttribute('tabindex', '-1')
    }
  }
}

/** Does the same for a part of a message that came after the message around it had settled. */
export function settleTabStops(part: Element): void {
  setTabStops(part, part.closest('article')?.dataset['current'] !== 'false')
}
