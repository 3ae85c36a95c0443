/** The DOM id of a message's article. */
export const messageElementId = (messageId: string): string => `message-${messageId}`

/** A message's article, where it is drawn. */
export const messageElement = (messageId: string): HTMLElement | null =>
  document.getElementById(messageElementId(messageId))

/** Elements of an answer that are read aloud and copied: its text, without reasoning, tools and buttons. */
export const spokenElements = (messageId: string): readonly Element[] => [
  ...(messageElement(messageId)?.querySelectorAll('[data-speech]') ?? []),
]

/** DOM id of its heading, which describes the actions beside it. */
export const messageHeadingId = (messageId: string): string => `message-${messageId}-heading`

const TAB_STOPS = 'a[href], button, [tabindex="0"], [data-tab-stop]'

/**
 * Removes everything inside a message from the Tab order, or restores it. Done on elements and not by props,
 * because links, buttons and disclosures come from several components; the original value is kept in
 * `data-tab-stop`. A scrolling box is not a tab stop either: the arrow keys first go to its message.
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

/** Does the same for a part that was added after the message around it had settled its tab stops. */
export function settleTabStops(part: Element): void {
  setTabStops(part, part.closest('article')?.dataset['current'] !== 'false')
}
