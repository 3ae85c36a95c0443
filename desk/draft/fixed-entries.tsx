import { Lock } from 'lucide-react'
import { useI18n } from '../i18n/i18n.tsx'
import { useDraft } from './draft-context.tsx'
import type { Path } from './json-path.ts'

/** Entries of a list that the file or the environment says; the draft adds others. */
export function FixedEntries({ path }: { path: Path }) {
  const { t } = useI18n()
  const { data } = useDraft()
  const entries = data.fixed.filter(
    (each) =>
      each.path.length === path.length + 1 && path.every((key, at) => key === each.path[at]),
  )
  if (entries.length === 0) return null
  return (
    <ul className="fixed-entries" aria-label={t('draft.fixedEntries')}>
      {entries.map(({ path: own, where }) => (
        <li key={own.at(-1)}>
          <bdi className="value-text">{own.at(-1)}</bdi>
          <span className="fixed-place">
            <Lock aria-hidden="true" />
            <bdi>{t('draft.fixedIn', { place: where })}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
