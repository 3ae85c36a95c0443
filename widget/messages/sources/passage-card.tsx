import { Fragment } from 'react'
import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { CitedPassage } from '../../../shared/thread/cited-passage.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { DocumentLink } from './document-link.tsx'
import { formatDay, pageOf, excerptOf } from './passage.ts'
import { readSource, type NumberedSource } from './read-source.ts'

export interface PassageCardProps {
  source: NumberedSource
  passage: CitedPassage
}

/** A cited passage: its document and place, its words, and the way there. Only spans, for the inside of a paragraph. */
export function PassageCard({ source, passage }: PassageCardProps) {
  const { t, locale } = useI18n()
  const { host, name } = readSource(source)
  const page = pageOf(source)
  const date = formatDay(locale, passage.date)
  const text = excerptOf(passage.text)
  return (
    <span className="passage-card">
      <span className="passage-head">
        <bdi className="passage-title">{name}</bdi>
        {passage.headings.length > 0 && <SectionPath headings={passage.headings} />}
      </span>
      <span
        role="blockquote"
        className="passage-text"
        lang={passage.language}
        dir={readPlainDirection(text)}
      >
        {text}
      </span>
      <span className="passage-foot">
        <DocumentLink source={source} className="passage-open">
          {page === undefined ? t('source.open') : t('source.openPage', { page })}
        </DocumentLink>
        <span className="passage-facts">
          {date !== undefined && <time dateTime={passage.date}>{date}</time>}
          {host !== '' && (
            <span dir="ltr" translate="no">
              {host}
            </span>
          )}
        </span>
      </span>
    </span>
  )
}

/** The headings above a passage, from the outermost. */
function SectionPath({ headings }: { headings: readonly string[] }) {
  return (
    <span className="passage-path" dir={readPlainDirection(headings.join(' '))}>
      {headings.map((heading, index) => (
        <Fragment key={index}>
          {index > 0 && <span aria-hidden> › </span>}
          <bdi>{markInvisible(heading)}</bdi>
          {index < headings.length - 1 && <span className="visually-hidden">, </span>}
        </Fragment>
      ))}
    </span>
  )
}
