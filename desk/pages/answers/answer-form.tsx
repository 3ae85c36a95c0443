import { Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { LineControl, LinesControl, TextControl } from '../../draft/controls.tsx'
import { Problems } from '../../draft/field-frame.tsx'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useFieldProblems } from '../../draft/use-field-problems.ts'
import { ValueText } from '../../draft/value-text.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { Links } from './answer-links.tsx'
import './answer-form.css'

export interface AnswerFormProps {
  answer: JsonObject
  /** Its place in the draft's list. */
  index: number
  mayChange: boolean
  onChange: (answer: JsonObject) => void
  onRemove: () => void
}

/** A written answer: example questions, its text, links, and the days on which it is found. */
export function AnswerForm({ answer, index, mayChange, onChange, onRemove }: AnswerFormProps) {
  const { t } = useI18n()
  const form = useRef<HTMLDivElement>(null)
  const linksId = useId()
  const name = typeof answer['name'] === 'string' ? answer['name'] : ''

  useEffect(() => {
    // A new answer has a question already if it came from a message: its text is next.
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('input, textarea') ?? [])]
    const text = fields.findLast((each) => each instanceof HTMLTextAreaElement)
    ;(name === '' ? fields[0] : text)?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the form opens
  }, [])

  function write(key: string, value: JsonValue | undefined): void {
    const { [key]: _, ...rest } = answer
    onChange(value === undefined ? rest : { ...answer, [key]: value })
  }

  if (!mayChange) {
    return (
      <ReportSection title={name || t('answers.unnamed')}>
        <ValueText value={answer} />
      </ReportSection>
    )
  }
  const field = (
    key: string,
    label: string,
    draw: (control: ControlProps) => ReactNode,
    hint?: string,
  ) => (
    <FormField
      path={['writtenAnswers', String(index), key]}
      label={label}
      hint={hint}
      value={answer[key]}
      // A name, questions and a text are required: an empty one stays, and is a problem.
      set={(value) => write(key, value ?? EMPTY[key])}
    >
      {draw}
    </FormField>
  )
  return (
    <ReportSection
      title={name || t('answers.unnamed')}
      hint={t('answers.formHint')}
      more={
        <button type="button" className="quiet-button" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          {t('act.remove')}
        </button>
      }
    >
      <div ref={form} className="setting-fields">
        {field('name', t('answers.name'), (control) => (
          <LineControl {...control} />
        ))}
        {field(
          'questions',
          t('answers.questions'),
          (control) => (
            <LinesControl {...control} placeholder={t('answers.questionsPlace')} />
          ),
          t('answers.questionsHint'),
        )}
        {field('text', t('answers.text'), (control) => (
          <TextControl {...control} rows={6} />
        ))}
        <div className="setting" role="group" aria-labelledby={linksId}>
          <span className="setting-label" id={linksId}>
            {t('answers.links')}
          </span>
          <Links
            path={['writtenAnswers', String(index), 'links']}
            value={answer['links']}
            set={(value) => write('links', value)}
          />
        </div>
        <div className="answer-days">
          {field(
            'from',
            t('answers.from'),
            (control) => (
              <LineControl {...control} type="date" />
            ),
            t('answers.fromHint'),
          )}
          {field(
            'until',
            t('answers.until'),
            (control) => (
              <LineControl {...control} type="date" />
            ),
            t('answers.untilHint'),
          )}
          {field(
            'language',
            t('answers.language'),
            (control) => (
              <LineControl {...control} isCode placeholder="en" />
            ),
            t('answers.languageHint'),
          )}
        </div>
      </div>
    </ReportSection>
  )
}

const EMPTY: Readonly<Record<string, JsonValue>> = { name: '', questions: [], text: '' }

interface FormFieldProps {
  path: readonly string[]
  label: string
  hint: string | undefined
  value: JsonValue | undefined
  set: (value: JsonValue | undefined) => void
  children: (control: ControlProps) => ReactNode
}

function FormField({ path, label, hint, value, set, children }: FormFieldProps) {
  const { problems, onBlur } = useFieldProblems(path)
  const id = useId()
  const describedBy =
    [hint && `${id}-hint`, problems.length > 0 && `${id}-problems`].filter(Boolean).join(' ') ||
    undefined
  return (
    <div className="setting" onBlur={onBlur}>
      <label className="setting-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, describedBy, isInvalid: problems.length > 0, value, set })}
      {hint && (
        <p id={`${id}-hint`} className="setting-hint">
          {hint}
        </p>
      )}
      <Problems id={`${id}-problems`} problems={problems} />
    </div>
  )
}
