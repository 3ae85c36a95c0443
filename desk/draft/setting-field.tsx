import { Lock, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JsonValue } from '../../shared/json.ts'
import { useI18n } from '../i18n/i18n.tsx'
import type { PlainKey } from '../i18n/i18n.tsx'
import { useSetting } from './draft-context.tsx'
import type { Setting } from './draft-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldIds } from './field-frame.tsx'
import type { Path } from './json-path.ts'
import { useFieldProblems } from './use-field-problems.ts'
import { ValueText } from './value-text.tsx'
import './setting-field.css'

/** All that a control of a field needs. */
export interface ControlProps extends FieldIds {
  readonly isInvalid: boolean
  readonly value: JsonValue | undefined
  readonly set: (value: JsonValue | undefined) => void
}

export interface SettingFieldProps {
  path: Path
  label: string
  hint?: string | undefined
  /** The label stands behind the control, as at a box to tick. Default false. */
  isTick?: boolean
  /** Several controls together, each with its own name: the label is that of the group. Default false. */
  isGroup?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A value of the settings with its label, its problems, and where it stands if the desk cannot change it. */
export function SettingField(props: SettingFieldProps) {
  const { path, label, hint, isTick = false, isGroup = false, children } = props
  const setting = useSetting(path)
  const { problems, onBlur } = useFieldProblems(path)
  const { value, access } = setting
  const mayChange = access === 'change'
  return (
    <FieldFrame
      label={label}
      hint={hint}
      problems={problems}
      isTick={isTick && mayChange}
      kind={!mayChange ? 'text' : isGroup ? 'group' : 'control'}
      path={path}
      onBlur={onBlur}
      foot={<ChangedLine label={label} setting={setting} />}
    >
      {(ids) =>
        mayChange ? (
          children({ ...ids, isInvalid: problems.length > 0, value, set: setting.set })
        ) : (
          <FixedValue {...ids} setting={setting} />
        )
      }
    </FieldFrame>
  )
}

const WHY_NOT = { owner: 'draft.ownersOnly', read: 'draft.editorsOnly' } as const satisfies Record<
  'owner' | 'read',
  PlainKey
>

/** A value that the person cannot change here, and why. */
function FixedValue({
  id,
  describedBy,
  setting: { value, fixed, access },
}: FieldIds & {
  setting: Setting
}) {
  const { t } = useI18n()
  return (
    <div
      className="fixed-value"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      <ValueText value={fixed ? (fixed.value ?? { code: '' }) : value} />
      <p className="fixed-place">
        <Lock aria-hidden="true" />
        {fixed ? (
          <bdi>{t('draft.fixedIn', { place: fixed.where })}</bdi>
        ) : (
          access !== 'change' && access !== 'fixed' && t(WHY_NOT[access])
        )}
      </p>
    </div>
  )
}

/** Tells that a value is not live yet, with the way back. */
function ChangedLine({ label, setting }: { label: string; setting: Setting }) {
  const { t } = useI18n()
  const { isChanged, live, access, set } = setting
  if (!isChanged) return null
  return (
    <p className="setting-changed">
      <span className="changed-dot" aria-hidden="true" />
      {t('draft.notLive')}
      {access === 'change' && (
        <button
          type="button"
          className="quiet-button"
          aria-label={t('draft.backOf', { name: label })}
          onClick={() => set(live)}
        >
          <Undo2 aria-hidden="true" data-flip />
          {t('draft.back')}
        </button>
      )}
    </p>
  )
}
