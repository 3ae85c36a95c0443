/** The DOM id of a message's article. */
export const messageElementId = (messageId: string): string => `message-${messageId}`

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
