import type { ReactNode } from 'react'
import {
  ChoiceControl,
  ColorControl,
  LineControl,
  LinesControl,
  NumberControl,
  PictureControl,
  TextControl,
  TickControl,
} from '../../draft/controls.tsx'
import { FixedEntries } from '../../draft/fixed-entries.tsx'
import { SettingField } from '../../draft/setting-field.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { DeskI18n, PlainKey } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import type { Field, Section } from './field-table.ts'
import { PromptsControl } from './prompts-control.tsx'

/** A field of the table of groups. */
export function FieldView({ field: { path, label, hint, kind } }: { field: Field }) {
  const { t } = useI18n()
  return (
    <SettingField
      path={path}
      label={t(label)}
      hint={hint && t(hint)}
      isTick={kind.type === 'tick'}
      isGroup={kind.type === 'prompts'}
    >
      {(control) => (
        <>
          {kind.type === 'lines' && <FixedEntries path={path} />}
          {drawControl(kind, control, t)}
        </>
      )}
    </SettingField>
  )
}

function drawControl(kind: Field['kind'], control: ControlProps, t: DeskI18n['t']): ReactNode {
  switch (kind.type) {
    case 'line':
      return (
        <LineControl
          {...control}
          isCode={kind.isCode ?? false}
          placeholder={kind.placeholder && t(kind.placeholder)}
        />
      )
    case 'text':
      return <TextControl {...control} rows={kind.rows ?? 3} />
    case 'number':
      return <NumberControl {...control} placeholder={kind.placeholder} />
    case 'tick':
      return <TickControl {...control} isOnByDefault={kind.isOnByDefault} />
    case 'choice':
      return (
        <ChoiceControl
          {...control}
          choices={kind.choices.map((value) => ({
            value,
            label: t(`choice.${value}` as PlainKey),
          }))}
          defaultLabel={
            kind.byDefault === ''
              ? t('choice.none-said')
              : t('choice.default', { name: t(`choice.${kind.byDefault}` as PlainKey) })
          }
        />
      )
    case 'color':
      return <ColorControl {...control} fallback={kind.fallback} />
    case 'lines':
      return (
        <LinesControl
          {...control}
          isCode={kind.isCode ?? false}
          {...(kind.example !== undefined && { placeholder: kind.example })}
        />
      )
    case 'picture':
      return <PictureControl {...control} />
    case 'prompts':
      return <PromptsControl {...control} />
    default:
      return kind satisfies never
  }
}

/** Fields under a heading. */
export function SectionView({ section: { title, hint, fields } }: { section: Section }) {
  const { t } = useI18n()
  return (
    <ReportSection title={t(title)} hint={hint && t(hint)}>
      <div className="setting-fields">
        {fields.map((field) => (
          <FieldView key={field.path.join('.')} field={field} />
        ))}
      </div>
    </ReportSection>
  )
}
