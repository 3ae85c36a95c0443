import { useI18n } from '../../i18n/i18n.tsx'
import { GROUPS, type Group } from './read-group.ts'

export interface GroupPickerProps {
  value: Group
  onChange: (group: Group) => void
}

/** Chooses by what the figures are split. */
export function GroupPicker({ value, onChange }: GroupPickerProps) {
  const { t } = useI18n()
  return (
    <select
      className="select-field"
      aria-label={t('usage.group')}
      value={value}
      onChange={({ target }) => onChange(target.value as Group)}
    >
      {GROUPS.map((group) => (
        <option key={group} value={group}>
          {t(`usage.by.${group}`)}
        </option>
      ))}
    </select>
  )
}
