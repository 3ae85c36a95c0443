import { useLayoutEffect, useRef, useState } from 'react'
import type { JsonValue } from '../../../../shared/json.ts'
import { markAllInvisible } from '../../../../shared/mark-invisible.ts'
import type { ToolLabels } from '../../../../shared/tool-labels.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import '../tool-decision.css'
import { wordsOfToolName } from '../describe-tool.ts'
import {
  listToolFields,
  PREVIEW_CHARACTERS,
  printToolJson,
  type ToolField,
} from '../tool-values.ts'

export interface ToolDataProps {
  title: string
  value: JsonValue
  /** Labels of fields, by their names. Default: the names in words. */
  labels?: ToolLabels['fields']
}

/** The data of a decision: names and values, or JSON if those would not be complete. */
export function ToolData({ title, value, labels }: ToolDataProps) {
  const fields = listToolFields(value)
  const names = new Set(fields?.map(({ name }) => nameOfField(name, labels)))
  // Two names may read alike in words, and a name may be empty: JSON shows them exactly.
  if (fields === null || names.size < fields.length || names.has('')) {
    return <ToolJson title={title} value={value} />
  }

  return <FieldList title={title} fields={fields} labels={labels} />
}

const NO_LABELS = {}

/** The owner's label of a field, or its name in words. */
export const nameOfField = (name: string, labels: ToolLabels['fields'] = NO_LABELS): string =>
  Object.hasOwn(labels, name) ? markAllInvisible(labels[name]!) : wordsOfToolName(name).trim()

interface FieldListProps {
  title: string
  fields: readonly ToolField[]
  labels?: ToolLabels['fields']
}

/** Names and values, as a group. */
export function FieldList({ title, ...list }: FieldListProps) {
  return (
    <div role="group" aria-label={title}>
      <Fields {...list} />
    </div>
  )
}

/** Names and values. */
export function Fields({ fields, labels }: Omit<FieldListProps, 'title'>) {
  return (
    <dl className="decision-data">
      {/* Index as key: two ways may have the same text. */}
      {fields.map(({ name, text }, index) => (
        <div key={index}>
          <dt dir="auto" translate="no">
            {nameOfField(name, labels)}
          </dt>
          <dd dir="auto" translate="no">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ToolJsonProps {
  title: string
  value: JsonValue | undefined
  /** Shown whole, with the focus, in place of a pressed button. Default false. */
  hasFocus?: boolean
}

/** Data of a tool, formatted, without secrets, shortened to a preview. */
export function ToolJson({ title, value, hasFocus = false }: ToolJsonProps) {
  const { t } = useI18n()
  const [isWhole, setIsWhole] = useState(hasFocus)
  const data = useRef<HTMLPreElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) data.current?.focus({ preventScroll: true })
  }, [hasFocus])
  const text = printToolJson(value)
  const isLong = text.length > PREVIEW_CHARACTERS && !isWhole

  function handleShowAll(): void {
    setIsWhole(true)
    // The button is about to be removed.
    data.current?.focus({ preventScroll: true })
  }

  return (
    <div className="tool-json">
      <p className="tool-json-title">{title}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <pre ref={data} dir="ltr" translate="no" tabIndex={0} role="group" aria-label={title}>
        {isLong ? `${text.slice(0, PREVIEW_CHARACTERS)}…` : text}
      </pre>
      {isLong && (
        <button type="button" className="text-button" onClick={handleShowAll}>
          {t('tool.showAll')}
        </button>
      )}
    </div>
  )
}
