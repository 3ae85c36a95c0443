import { useI18n } from '../../i18n/i18n.tsx'

interface Piece {
  readonly pieceId: string
  readonly title: string
  readonly url: string | null
  readonly headings: readonly string[]
  readonly cited?: number
}

/** Passages with their page and headings, with the address where two look alike, and how often answers cited them. */
export function CitedPieces({ pieces, label }: { pieces: readonly Piece[]; label: string }) {
  const { t } = useI18n()
  const alike = pieces.map(nameOf)
  return (
    <ol className="report-list" aria-label={label}>
      {pieces.map(({ pieceId, title, url, headings, cited }, index) => (
        <li key={pieceId} className="cited-piece">
          <span className="cited-place">
            {url === null ? (
              <bdi dir="auto">{title}</bdi>
            ) : (
              <a className="report-link" href={url} target="_blank" rel="noreferrer">
                <bdi dir="auto">{title}</bdi>
              </a>
            )}
            {headings.length > 0 && (
              <span className="cited-headings" dir="auto">
                {headings.join(' › ')}
              </span>
            )}
            {url !== null && alike.indexOf(alike[index]!) !== alike.lastIndexOf(alike[index]!) && (
              <bdi className="cited-headings" dir="ltr">
                {addressOf(url)}
              </bdi>
            )}
          </span>
          {cited !== undefined && (
            <span className="cited-count">{t('knowledge.cited', { n: cited })}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

const nameOf = ({ title, headings }: Piece): string => [title, ...headings].join(' › ')

/** An address without what all of them have. */
const addressOf = (url: string): string => url.replace(/^https?:\/\//, '')
