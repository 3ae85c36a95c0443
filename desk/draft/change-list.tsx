import { useI18n } from '../i18n/i18n.tsx'
import type { Difference } from './differences.ts'
import { pathKey } from './json-path.ts'
import { PathName } from './path-name.tsx'
import { ValueText } from './value-text.tsx'
import './change-list.css'

export interface ChangeListProps {
  /** Accessible name. */
  label: string
  changes: readonly Difference[]
}

/** Values that two settings do not share: before and after, side by side. */
export function ChangeList({ label, changes }: ChangeListProps) {
  const { t } = useI18n()
  return (
    <ul className="change-list" aria-label={label}>
      {changes.map(({ path, before, after }) => (
        <li key={pathKey(path)} className="change">
          <h3>
            <PathName path={path} />
          </h3>
          <div className="change-sides">
            <div className="change-side" data-side="before">
              <span className="change-sign">{t('change.before')}</span>
              <ChangeValue value={before} />
            </div>
            <div className="change-side" data-side="after">
              <span className="change-sign">{t('change.after')}</span>
              <ChangeValue value={after} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A value of one side; a side may lack it. */
function ChangeValue({ value }: { value: Difference['before'] }) {
  const { t } = useI18n()
  if (value !== undefined) return <ValueText value={value} />
  return <span className="value-muted">{t('value.absent')}</span>
}
