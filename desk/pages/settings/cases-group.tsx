import { NIGHTLY_HOUR_MAX } from '../../../shared/desk/settings.ts'
import { ChoiceControl, NumberControl, TickControl } from '../../draft/controls.tsx'
import { useDraft } from '../../draft/draft-context.tsx'
import { SettingField } from '../../draft/setting-field.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { readHour } from './nightly-hour.ts'

/** Settings of cases: what a publish needs, the nightly run, the judge, and the budgets of both. */
export function CasesGroup() {
  const { t } = useI18n()
  const { data } = useDraft()
  const hasModels = data.models.length > 0
  return (
    <>
      <ReportSection title={t('set.casesTitle')} hint={t('set.casesHint')}>
        <div className="setting-fields">
          <SettingField
            path={['cases', 'required']}
            label={t('set.casesRequired')}
            hint={t('set.casesRequiredHint')}
            isTick
          >
            {(control) => <TickControl {...control} />}
          </SettingField>
          <SettingField
            path={['cases', 'nightly']}
            label={t('set.nightly')}
            hint={t('set.nightlyHint')}
          >
            {(control) => <HourControl {...control} />}
          </SettingField>
          <Budget name="caseTokensPerDay" label="set.caseTokens" hint="set.caseTokensHint" />
        </div>
      </ReportSection>
      <ReportSection title={t('set.judgeTitle')} hint={t('set.judgeHint')}>
        <div className="setting-fields">
          <SettingField
            path={['cases', 'judge']}
            label={t('set.judge')}
            hint={t(hasModels ? 'set.modelsHint' : 'set.judgeNoModels')}
          >
            {(control) => (
              <ChoiceControl
                {...control}
                choices={data.models.map((name) => ({ value: name, label: name }))}
                defaultLabel={t('set.judgeNone')}
              />
            )}
          </SettingField>
          <Budget name="judgeTokensPerDay" label="set.judgeTokens" hint="set.judgeTokensHint" />
        </div>
      </ReportSection>
    </>
  )
}

const HOURS = Array.from({ length: NIGHTLY_HOUR_MAX + 1 }, (_, hour) => hour)

/** An hour of the day in UTC, or none. */
function HourControl(props: ControlProps) {
  const { t, locale } = useI18n()
  const format = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  const choices = HOURS.map((hour) => ({
    value: hour,
    label: format.format(Date.UTC(0, 0, 1, hour)),
  }))
  return (
    <ChoiceControl
      {...props}
      value={readHour(props.value)}
      choices={choices}
      defaultLabel={t('set.nightlyNever')}
    />
  )
}

interface BudgetProps {
  name: string
  label: PlainKey
  hint: PlainKey
}

/** A limit that stands here as well as among all others. */
function Budget({ name, label, hint }: BudgetProps) {
  const { t } = useI18n()
  const { data } = useDraft()
  const { format } = usePage()
  const base = data.limits.find((limit) => limit.name === name)?.base
  return (
    <SettingField path={['limits', name]} label={t(label)} hint={t(hint)}>
      {(control) => (
        <NumberControl {...control} placeholder={base === undefined ? '' : format.number(base)} />
      )}
    </SettingField>
  )
}
