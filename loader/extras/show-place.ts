/** Begins the part of an address that names a text of the page, which the browser scrolls to and marks. */
const DIRECTIVE = ':~:'

/**
 * Shows a place of the current page, with the text that the fragment names.
 *
 * - With a text, the history gets no entry: each press on a citation would add one.
 * - A fragment that the page's router reads stays. A fragment that names an element of the page is a place like the
 *   new one, which takes over: a browser that does not find the text goes to the element.
 *
 * @param fragment of the link, with its `#`.
 */
export function showPlace(fragment: string, page: Pick<Document, 'getElementById' | 'location'>) {
  const { location } = page
  const [id = '', text] = fragment.slice(1).split(DIRECTIVE, 2)
  if (text === undefined) {
    location.hash = fragment
    return
  }
  const present = location.hash.slice(1)
  const isRoute = present !== '' && page.getElementById(decode(present)) === null
  location.replace(`#${isRoute ? present : id}${DIRECTIVE}${text}`)
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
