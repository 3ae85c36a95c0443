import { useId } from 'react'
import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { CASE_TOOLS_MAX, CASE_TURNS_MAX } from '../../../shared/desk/cases.ts'
import { AutoGrowTextarea } from '../../../widget/ui/auto-grow-textarea.tsx'
import { ChoiceControl, LineControl, TickControl } from '../../draft/controls.tsx'
import { useDraftIfLoaded } from '../../draft/draft-context.tsx'
import { EntryList } from '../../draft/entry-list.tsx'
import { Problems } from '../../draft/field-frame.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { CaseField, CaseGroup, useProblemWords } from './case-field.tsx'
import type { CaseFormState } from './case-field.tsx'
import { problemsOf } from './case-values.ts'
import type { TypedResult } from './case-values.ts'

const DEFAULT_ASSISTANT = 'default'

/** Name and question of a case. */
export function QuestionFields({ form }: { form: CaseFormState }) {
  const { t } = useI18n()
  return (
    <div className="setting-fields">
      <CaseField form={form} path={['name']} label={t('cases.name')} hint={t('cases.nameHint')}>
        {(control) => <LineControl {...control} />}
      </CaseField>
      <Turns form={form} />
    </div>
  )
}

/** The assistant that is asked, the page and the person. */
export function CircumstanceFields({ form }: { form: CaseFormState }) {
  const { t } = useI18n()
  const assistants = useDraftIfLoaded()?.data.assistants ?? []
  const { typed, change } = form
  return (
    <div className="setting-fields">
      <CaseField form={form} path={['assistant']} label={t('cases.assistant')}>
        {({ value, ...control }) => (
          <ChoiceControl
            {...control}
            value={value === DEFAULT_ASSISTANT ? undefined : value}
            defaultLabel={t('cases.assistantDefault')}
            choices={assistants
              .filter((id) => id !== DEFAULT_ASSISTANT)
              .map((id) => ({ value: id, label: id }))}
          />
        )}
      </CaseField>
      <CaseField
        form={form}
        path={['page']}
        label={t('cases.page')}
        hint={t('cases.pageHint')}
        value={typed.page}
        set={(value) => change({ ...typed, page: typeof value === 'string' ? value : '' })}
      >
        {(control) => <JsonControl {...control} />}
      </CaseField>
      <CaseField
        form={form}
        path={['person', 'isNamed']}
        label={t('cases.isNamed')}
        hint={t('cases.isNamedHint')}
        isTick
      >
        {(control) => <TickControl {...control} />}
      </CaseField>
      <CaseField
        form={form}
        path={['person', 'language']}
        label={t('cases.personLanguage')}
        hint={t('cases.personLanguageHint')}
      >
        {(control) => <LineControl {...control} isCode placeholder="de" />}
      </CaseField>
    </div>
  )
}

/** JSON as it is typed: it runs from left to right. */
function JsonControl({ id, describedBy, isInvalid, value, set }: ControlProps) {
  return (
    <AutoGrowTextarea
      id={id}
      className="text-field text-area json-area"
      rows={2}
      dir="ltr"
      spellCheck={false}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => set(target.value)}
    />
  )
}

function Turns({ form }: { form: CaseFormState }) {
  const { t } = useI18n()
  const { typed, change } = form
  const written = typed.values['turns']
  const turns = Array.isArray(written) ? (written.filter(isPlainObject) as JsonObject[]) : []
  const own = problemsOf(form.problems, ['turns'])
  return (
    <CaseGroup
      label={t('cases.turns')}
      hint={t('cases.turnsHint')}
      problems={own.filter(({ path }) => path.at(-1) !== 'text')}
    >
      <EntryList
        entries={turns}
        max={CASE_TURNS_MAX}
        addLabel={t('cases.addTurn')}
        create={(): JsonObject => ({ role: 'user', text: '' })}
        nameOf={(_, index) => t('cases.turn', { n: index + 1 })}
        onChange={(next) => change({ ...typed, values: { ...typed.values, turns: next } })}
      >
        {(turn, index, changeTurn) => (
          <>
            <select
              className="select-field turn-role"
              aria-label={t('cases.turnRole', { n: index + 1 })}
              value={turn['role'] === 'assistant' ? 'assistant' : 'user'}
              onChange={({ target }) => changeTurn({ ...turn, role: target.value })}
            >
              <option value="user">{t('cases.role.user')}</option>
              <option value="assistant">{t('cases.role.assistant')}</option>
            </select>
            <EntryText
              form={form}
              path={['turns', String(index), 'text']}
              label={t('cases.turnText', { n: index + 1 })}
              value={typeof turn['text'] === 'string' ? turn['text'] : ''}
              set={(text) => changeTurn({ ...turn, text })}
            />
          </>
        )}
      </EntryList>
    </CaseGroup>
  )
}

/** Results that tools which are not run get from the case. */
export function ResultFields({ form }: { form: CaseFormState }) {
  const { t } = useI18n()
  const { typed, change } = form
  return (
    <EntryList
      entries={typed.results}
      max={CASE_TOOLS_MAX}
      addLabel={t('cases.addResult')}
      create={(): TypedResult => ({ name: '', json: '' })}
      nameOf={({ name }, index) => name || t('cases.resultNumber', { n: index + 1 })}
      onChange={(results) => change({ ...typed, results })}
    >
      {(result, index, changeResult) => (
        <>
          <EntryText
            form={form}
            path={['toolResults', String(index), 'name']}
            label={t('cases.resultTool', { n: index + 1 })}
            isCode
            value={result.name}
            set={(name) => changeResult({ ...result, name })}
          />
          <EntryText
            form={form}
            path={['toolResults', String(index), 'json']}
            label={t('cases.resultJson', { n: index + 1 })}
            isCode
            value={result.json}
            set={(json) => changeResult({ ...result, json })}
          />
        </>
      )}
    </EntryList>
  )
}

interface EntryTextProps {
  form: CaseFormState
  path: readonly string[]
  label: string
  /** Runs from left to right. Default false. */
  isCode?: boolean
  value: string
  set: (text: string) => void
}

function EntryText({ form, path, label, isCode = false, value, set }: EntryTextProps) {
  const id = useId()
  const problems = useProblemWords()(problemsOf(form.problems, path))
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <AutoGrowTextarea
        id={id}
        className={`text-field text-area ${isCode ? 'json-area' : ''}`}
        rows={path.at(-1) === 'name' ? 1 : 2}
        dir={isCode ? 'ltr' : 'auto'}
        spellCheck={isCode ? false : undefined}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
      <Problems id={`${id}-problems`} problems={problems} />
    </div>
  )
}
