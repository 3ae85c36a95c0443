const FIRST_TAG = /^\s*<[!?a-z]/i

/**
 * True if a text is HTML or XML: proxies and object stores answer with such pages, which are of no use to
 * people. The content decides, since some frameworks label plain sentences as HTML.
 */
export const isMarkup = (text: string): boolean => FIRST_TAG.test(text)
