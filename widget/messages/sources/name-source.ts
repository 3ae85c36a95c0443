import type { Translate } from '../../i18n/create-translate.ts'
import { pageOf } from './passage.ts'
import { readSource, type NumberedSource } from './read-source.ts'

/** The title of a page, or of a document with its page. */
export function nameOf(source: NumberedSource, t: Translate): string {
  const { name } = readSource(source)
  const page = pageOf(source)
  return page === undefined ? name : t('message.sourcePage', { title: name, page })
}
