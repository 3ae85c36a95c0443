import { ChoiceControl, LineControl, TextControl } from '../../draft/controls.tsx'
import { useDraft } from '../../draft/draft-context.tsx'
import { SettingField } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldView } from './field-view.tsx'
import { assistantFields, SUGGESTIONS } from './field-table.ts'

/** Instructions of each assistant, and how it answers. */
export function AssistantGroup() {
  const { t } = useI18n()
  const { data } = useDraft()
  return (
    <>
      {data.assistants.map((id) => (
        <ReportSection key={id} title={t('set.assistant', { name: id })}>
          <div className="setting-fields">
            {assistantFields(id).map((field) => (
              <FieldView key={field.path.join('.')} field={field} />
            ))}
          </div>
        </ReportSection>
      ))}
      <ReportSection title={t('set.afterAnswer')}>
        <FieldView field={SUGGESTIONS} />
      </ReportSection>
    </>
  )
}

const MODELS: readonly (readonly [string, PlainKey, PlainKey])[] = [
  ['model', 'set.model', 'set.modelHint'],
  ['fallback', 'set.fallback', 'set.fallbackHint'],
  ['titleModel', 'set.titleModel', 'set.titleModelHint'],
]

/** Models of each assistant, among those that the configuration allows. */
export function ModelGroup() {
  const { t } = useI18n()
  const { data } = useDraft()
  const choices = data.models.map((name) => ({ value: name, label: name }))
  return data.assistants.map((id) => (
    <ReportSection key={id} title={t('set.assistant', { name: id })} hint={t('set.modelsHint')}>
      <div className="setting-fields">
        {MODELS.filter(([key]) => key !== 'titleModel' || id === 'default').map(
          ([key, label, hint]) => (
            <SettingField key={key} path={['assistants', id, key]} label={t(label)} hint={t(hint)}>
              {(control) => (
                <ChoiceControl
                  {...control}
                  choices={choices}
                  defaultLabel={t('set.modelDefault')}
                />
              )}
            </SettingField>
          ),
        )}
      </div>
    </ReportSection>
  ))
}

/** Labels and approvals of tools that the file declares. */
export function ToolGroup() {
  const { t } = useI18n()
  const { data } = useDraft()
  if (data.tools.length === 0) {
    return <EmptyState title={t('set.noTools')} hint={t('set.noToolsHint')} />
  }
  return data.tools.map((tool) => {
    const path = ['assistants', tool.assistant, 'tools', tool.name]
    const label = (key: string, words: PlainKey, hint?: PlainKey) => (
      <SettingField path={[...path, 'labels', key]} label={t(words)} hint={hint && t(hint)}>
        {(control) => <LineControl {...control} placeholder={readLabel(tool.labels, key)} />}
      </SettingField>
    )
    return (
      <ReportSection
        key={`${tool.assistant} ${tool.name}`}
        title={tool.name}
        hint={t('set.toolOf', { name: tool.assistant })}
      >
        <div className="setting-fields">
          {label('title', 'set.toolTitle')}
          {label('running', 'set.toolRunning', 'set.toolRunningHint')}
          {label('done', 'set.toolDone')}
          <SettingField path={[...path, 'needsApproval']} label={t('set.approval')}>
            {(control) => (
              <ChoiceControl
                {...control}
                choices={[
                  { value: true, label: t('set.approvalYes') },
                  { value: false, label: t('set.approvalNo') },
                ]}
                defaultLabel={t(
                  tool.needsApproval === null ? 'set.approvalCode' : 'set.approvalDefault',
                )}
              />
            )}
          </SettingField>
          <SettingField
            path={[...path, 'description']}
            label={t('set.toolDescription')}
            hint={t('set.toolDescriptionHint')}
          >
            {(control) => <TextControl {...control} placeholder={tool.description ?? ''} />}
          </SettingField>
        </div>
      </ReportSection>
    )
  })
}

/** The words that apply as long as the field is empty. */
function readLabel(labels: unknown, key: string): string | undefined {
  const label: unknown = (Object(labels) as Record<string, unknown>)[key]
  return typeof label === 'string' ? label : undefined
}
