const TAB_STOPS = 'a[href], button, [tabindex="0"], [data-tab-stop]'

/**
 * Takes everything inside a message out of the Tab order, or puts it back. Done on the elements and
 * not by props, because links, code blocks and disclosures come from several places; what was there
 * before is kept in `data-tab-stop`. What can only be read by scrolling it sideways stays a tab stop:
 * without one, a keyboard could not reach its end.
 */
export function setTabStops(container: Element, isEnabled: boolean): void {
  for (const element of container.querySelectorAll(TAB_STOPS)) {
    const before = element.getAttribute('data-tab-stop')
    if (isEnabled && before !== null) {
      element.removeAttribute('data-tab-stop')
      if (before === '') element.removeAttribute('tabindex')
      else element.setAttribute('tabindex', before)
    }
    if (!isEnabled && before === null && !scrollsSideways(element)) {
      element.setAttribute('data-tab-stop', element.getAttribute('tabindex') ?? '')
      element.setAttribute('tabindex', '-1')
    }
  }
}

const scrollsSideways = (element: Element): boolean =>
  element.getAttribute('role') === 'group' && element.scrollWidth > element.clientWidth
