import { markInvisible } from '../../../../shared/mark-invisible.ts'

/** A tool's name in words: `lookup_invoices` and `lookupInvoices` both read "lookup invoices". */
export function wordsOfToolName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
  return markInvisible(words === '' ? name : words.toLowerCase())
}
