import { useI18n } from '../../i18n/i18n-context.tsx'
import { DocumentLink } from './document-link.tsx'
import { nameOf } from './name-source.ts'
import { pageOf } from './passage.ts'
import {
  groupByDocument,
  readSource,
  type CitedDocument,
  type NumberedSource,
} from './read-source.ts'

/** The documents that an answer cites, a row each with its numbers. */
export function CitedDocuments({ sources }: { sources: readonly NumberedSource[] }) {
  const { t } = useI18n()
  return (
    <ul className="cited" aria-label={t('message.sources')} data-ui>
      {groupByDocument(sources).map(({ key, sources: cited }) => (
        <li key={key}>
          <DocumentRow sources={cited} />
        </li>
      ))}
    </ul>
  )
}

/** Leads to the first cited passage of the document. */
function DocumentRow({ sources }: Pick<CitedDocument, 'sources'>) {
  const { t } = useI18n()
  const [first] = sources
  const { host, name } = readSource(first)
  const isOnePage = sources.every((source) => pageOf(source) === pageOf(first))
  return (
    <DocumentLink source={first} className="cited-row">
      <span className="cited-numbers">
        {sources.map(({ key, number }) => (
          <span key={key} className="source-number">
            {number}{' '}
          </span>
        ))}
      </span>
      <bdi className="source-name">{isOnePage ? nameOf(first, t) : name}</bdi>
      {host !== '' && (
        <span className="source-host" dir="ltr" translate="no">
          {host}
        </span>
      )}
    </DocumentLink>
  )
}
