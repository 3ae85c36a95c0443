import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { ChoiceControl, LineControl, LinesControl, NumberControl } from '../../draft/controls.tsx'
import { useDraftIfLoaded } from '../../draft/draft-context.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { CaseField } from './case-field.tsx'
import type { CaseFormState } from './case-field.tsx'

/** Fields of all that the answer of a case has to have. */
export function ExpectFields({ form }: { form: CaseFormState }) {
  const { t } = useI18n()
  const tools = [...new Set(useDraftIfLoaded()?.data.tools.map(({ name }) => name))]
  const expects = form.typed.values['expects']
  return (
    <div className="setting-fields">
      {isPlainObject(expects) && passesAnyAnswer(expects) && (
        <p className="report-hint">{t('cases.expectsLittle')}</p>
      )}
      <CaseField
        form={form}
        path={['expects', 'facts']}
        label={t('cases.facts')}
        hint={t('cases.factsHint')}
      >
        {(control) => <LinesControl {...control} placeholder={t('cases.factsPlace')} />}
      </CaseField>
      <CaseField form={form} path={['expects', 'forbidden']} label={t('cases.forbidden')}>
        {(control) => <LinesControl {...control} />}
      </CaseField>
      <CaseField
        form={form}
        path={['expects', 'sources']}
        label={t('cases.sources')}
        hint={t('cases.sourcesHint')}
      >
        {(control) => <LinesControl {...control} />}
      </CaseField>
      <CaseField
        form={form}
        path={['expects', 'tools']}
        label={t('cases.tools')}
        hint={tools.length > 0 ? t('cases.toolsKnown', { names: tools.join(', ') }) : undefined}
      >
        {(control) => <LinesControl {...control} isCode />}
      </CaseField>
      <div className="case-line">
        <CaseField
          form={form}
          path={['expects', 'language']}
          label={t('cases.language')}
          hint={t('cases.languageHint')}
        >
          {(control) => <LineControl {...control} isCode />}
        </CaseField>
        <CaseField form={form} path={['expects', 'maxCharacters']} label={t('cases.maxCharacters')}>
          {(control) => <NumberControl {...control} />}
        </CaseField>
        <CaseField form={form} path={['expects', 'unanswered']} label={t('cases.unanswered')}>
          {(control) => (
            <ChoiceControl
              {...control}
              defaultLabel={t('cases.unanswered.any')}
              choices={([false, true] as const).map((value) => ({
                value,
                label: t(`cases.unanswered.${value}`),
              }))}
            />
          )}
        </CaseField>
      </div>
    </div>
  )
}

/** True if a case expects an answer, and nothing of what it says. */
const passesAnyAnswer = (expects: JsonObject): boolean =>
  expects['unanswered'] === false &&
  ['facts', 'forbidden', 'sources', 'tools'].every((name) => {
    const list = expects[name]
    return !Array.isArray(list) || list.length === 0
  })
