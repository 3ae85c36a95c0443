const FIRST_TAG = /^\s*<[!?a-z]/i

/**
 * Whether a text is HTML or XML: proxies and object stores answer with such pages, and no person can use
 * them. The content decides, since some frameworks label plain sentences as HTML.
 */
export const isMarkup = (text: string): boolean => FIRST_TAG.test(text)
